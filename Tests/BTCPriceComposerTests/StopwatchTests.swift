import CRuntime
import Testing

@testable import BTCPriceComposer

@Suite struct StopwatchTests {
    @Test func elapsed_growsFromTheStart() {
        let before = crt_now()
        let stopwatch = Stopwatch()
        let first = stopwatch.elapsed
        let second = stopwatch.elapsed
        #expect(first >= .zero && second >= first)
        #expect(second <= .nanoseconds(crt_now() - before))
    }

    private static let moments: [(Duration, Int64)] = [
        (.zero, 0), (.milliseconds(1500), 1_500_000_000), (.seconds(315_360_000), 315_360_000_000_000_000),
        (.milliseconds(-5), -5_000_000),
    ]

    @Test(arguments: moments)
    func moment_isSoFarFromTheStart(_ elapsed: Duration, _ nanoseconds: Int64) {
        let before = crt_now()
        let stopwatch = Stopwatch()
        let after = crt_now()
        #expect((before...after).contains(stopwatch.moment(elapsed) - nanoseconds))
    }

    @Test func momentBeyondAllClocks_isTheLast() {
        #expect(Stopwatch().moment(.seconds(Int64.max)) == .max)
    }
}
