import CSystem
import Testing

@testable import BTCPriceComposer

@Suite struct StopwatchTests {
    @Test func elapsed_growsFromTheStart() {
        let before = csystem_now()
        let clock = MonotonicClock()
        let first = clock.elapsed
        let second = clock.elapsed
        #expect(first >= .zero && second >= first)
        #expect(second <= .nanoseconds(csystem_now() - before))
    }

    private static let moments: [(Duration, Int64)] = [
        (.zero, 0), (.milliseconds(1500), 1_500_000_000), (.seconds(315_360_000), 315_360_000_000_000_000),
        (.milliseconds(-5), -5_000_000),
    ]

    @Test(arguments: moments)
    func moment_isSoFarFromTheStart(_ elapsed: Duration, _ nanoseconds: Int64) {
        let before = csystem_now()
        let clock = MonotonicClock()
        let after = csystem_now()
        #expect((before...after).contains(clock.moment(elapsed) - nanoseconds))
    }

    @Test func momentBeyondAllClocks_isTheLast() {
        #expect(MonotonicClock().moment(.seconds(Int64.max)) == .max)
    }
}
