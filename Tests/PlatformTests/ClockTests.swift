import Foundation
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(1))) struct ClockTests {
    @Test func elapsed_growsFromTheStartWhichCopiesShare() {
        let before = ContinuousClock.now
        let clock = MonotonicClock()
        let first = clock.elapsed
        usleep(10_000)
        let copy = clock
        let second = copy.elapsed
        #expect(first >= .zero && second >= .milliseconds(10))
        // The clocks differ in rate where one is adjusted, and while the machine sleeps.
        #expect(second <= ContinuousClock.now - before + .milliseconds(1))
    }

    private static let deadlines: [(Duration, ClosedRange<Int32>)] = [
        (.seconds(-3600), 0...0), (.zero, 0...0), (.seconds(3600), 3_590_000...3_600_000),
        (.seconds(100 * 86_400), .max ... .max), (.seconds(Int64.max), .max ... .max), (.seconds(Int64.min), 0...0),
    ]

    @Test(arguments: deadlines)
    func pollTimeout_isTheTimeLeftWithinItsBounds(_ deadline: Duration, _ expected: ClosedRange<Int32>) {
        let timeout = MonotonicClock().pollTimeout(until: deadline)
        #expect(expected.contains(timeout))
    }

    @Test func pollTimeout_isRoundedUp() {
        let clock = MonotonicClock()
        for microseconds in 1...2000 {
            let deadline = clock.elapsed + .microseconds(microseconds)
            let timeout = clock.pollTimeout(until: deadline)
            // The time that passes between the readings of the clock makes the timeout shorter.
            #expect(timeout <= Int32((microseconds + 999) / 1000))
            #expect(.milliseconds(timeout) >= deadline - clock.elapsed)
        }
    }

    @Test func wallClock_hasTheTimeOfTheSystem() {
        let before = Date().timeIntervalSince1970
        let now = WallClock.now / .seconds(1)
        // Dates are rounded.
        #expect((before - 0.001...Date().timeIntervalSince1970 + 0.001).contains(now))
    }
}
