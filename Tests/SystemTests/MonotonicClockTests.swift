import Testing

@testable import System

@Suite struct MonotonicClockTests {
    @Test func elapsed_growsFromTheStart() {
        let before = ContinuousClock.now
        let clock = MonotonicClock()
        let first = clock.elapsed
        let second = clock.elapsed
        #expect(first >= .zero && second >= first)
        // The clocks differ in rate where one is adjusted, and while the machine sleeps.
        #expect(second <= ContinuousClock.now - before + .milliseconds(1))
    }

    @Test func copies_haveTheSameStart() {
        let clock = MonotonicClock()
        usleep(10_000)
        let copy = clock
        #expect(copy.elapsed >= .milliseconds(10))
        #expect(MonotonicClock().elapsed < copy.elapsed)
    }

    private static let deadlines: [(Duration, ClosedRange<Int32>)] = [
        (.seconds(-3600), 0...0), (.zero, 0...0), (.seconds(3600), 3_590_000...3_600_000),
        (.milliseconds(3_600_000) + .nanoseconds(1), 3_590_000...3_600_001), (.seconds(100 * 86_400), .max ... .max),
        (.seconds(Int64.max), .max ... .max), (.seconds(Int64.min), 0...0),
    ]

    @Test(arguments: deadlines)
    func pollTimeout_isTheTimeLeftWithinItsBounds(_ deadline: Duration, _ expected: ClosedRange<Int32>) {
        #expect(expected.contains(MonotonicClock().pollTimeout(until: deadline)))
    }

    @Test func pollTimeout_isRoundedUp() {
        let clock = MonotonicClock()
        for microseconds in 1...2000 {
            let timeout = clock.pollTimeout(until: clock.elapsed + .microseconds(microseconds))
            // Whatever passes between the two readings of the clock makes the timeout shorter.
            #expect(timeout <= Int32((microseconds + 999) / 1000))
            let deadline = clock.elapsed + .microseconds(microseconds)
            let rounded = clock.pollTimeout(until: deadline)
            let left = deadline - clock.elapsed
            #expect(.milliseconds(rounded) >= left)
        }
    }
}
