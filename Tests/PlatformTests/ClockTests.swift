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
        let before = Int64(Date().timeIntervalSince1970 * 1000)
        let now = WallClock.now().milliseconds
        let after = Int64((Date().timeIntervalSince1970 * 1000).rounded(.up))
        #expect((before...after).contains(now))
    }

    @Test func timedCall_whenTheBodyReturnsInTime_returnsItsResult() {
        let result = TimedCall.run(deadline: .seconds(50), clock: MonotonicClock()) { 7 }
        #expect(result == 7)
    }

    @Test func timedCall_whenTheBodyTakesTooLong_returnsNilAtTheDeadline() {
        let gate = Gate()
        defer { gate.open() }
        let clock = MonotonicClock()
        let result = TimedCall.run(deadline: .milliseconds(30), clock: clock) { gate.wait() }
        #expect(result == nil)
        #expect(clock.elapsed >= .milliseconds(30))
    }
}
