import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct QueueTests {
    private let clock = MonotonicClock()

    @Test func receive_whenThereIsAnItem_returnsItAfterTheDeadlineToo() {
        let queue = Queue<Int>()
        for item in 1...3 { queue.send(item) }
        #expect(queue.receive(until: .seconds(-1), on: clock) == 1)
        #expect(queue.receive(until: .seconds(3600), on: clock) == 2)
        #expect(queue.receive() == 3)
        for deadline in [Duration.zero, .seconds(-1)] { #expect(queue.receive(until: deadline, on: clock) == nil) }
    }

    /// With a time that is rounded down, or with another clock, it would wait again and again.
    @Test func receive_whenThereIsNoItem_sleepsUntilTheDeadline() {
        let deadline = clock.elapsed + .milliseconds(500)
        let spent = processorTime { #expect(Queue<Int>().receive(until: deadline, on: clock) == nil) }
        let elapsed = clock.elapsed
        #expect(elapsed >= deadline && elapsed < deadline + .seconds(10))
        #expect(spent < .milliseconds(25))
    }
}
