import System
import Testing

@Suite(.timeLimit(.minutes(1))) struct TimedCallTests {
    @Test func run_whenTheBodyReturnsInTime_returnsItsResult() {
        #expect(TimedCall.run(deadline: .seconds(50), clock: MonotonicClock()) { 7 } == 7)
    }

    @Test func run_whenTheBodyTakesTooLong_returnsNilAtTheDeadline() {
        let gate = Gate()
        defer { gate.open() }
        let clock = MonotonicClock()
        #expect(TimedCall.run(deadline: .milliseconds(30), clock: clock) { gate.wait() } == nil)
        #expect(clock.elapsed >= .milliseconds(30))
    }
}
