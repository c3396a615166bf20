import Foundation
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct ClockTests {
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

    @Test func wallClock_hasTheTimeOfTheSystem() {
        let before = Date().timeIntervalSince1970
        let now = WallClock.now / .seconds(1)
        // Dates are rounded.
        #expect((before - 0.001...Date().timeIntervalSince1970 + 0.001).contains(now))
    }
}
