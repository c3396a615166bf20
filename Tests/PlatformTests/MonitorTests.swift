import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct MonitorTests {
    private let clock = MonotonicClock()

    @Test func wait_whenTheConditionHolds_returnsAtOnceEvenAfterTheDeadline() {
        let monitor = Monitor([1, 2])
        for (left, expected) in [(nil, 1), (.seconds(-1), 2)] as [(Duration?, Int)] {
            #expect(monitor.wait(timeLeft: { left }) { $0.removeFirst() } == expected)
        }
        for left in [Duration.zero, .seconds(-1)] {
            #expect(monitor.wait(timeLeft: { left }) { $0.first } == nil)
        }
    }

    /// With a time that is rounded down, or with another clock, it would wait again and again.
    @Test func wait_whenNothingChanges_sleepsUntilTheDeadline() {
        let monitor = Monitor(0)
        var calls = 0
        let deadline = clock.elapsed + .milliseconds(500)
        let spent = processorTime {
            let item: Int? = monitor.wait(timeLeft: { deadline - clock.elapsed }) { _ in
                calls += 1
                return nil
            }
            #expect(item == nil)
        }
        let elapsed = clock.elapsed
        #expect(elapsed >= deadline && elapsed < deadline + .seconds(10))
        #expect((2...5).contains(calls), "\(calls)")
        #expect(spent < .milliseconds(25))
    }

    @Test func wait_isEndedByTheUpdateThatItWaitsFor() {
        let monitor = Monitor(0)
        Thread.detachNewThread {
            for _ in 1...3 {
                usleep(20_000)
                monitor.update { $0 += 1 }
            }
        }
        #expect(monitor.wait(timeLeft: { .seconds(3600) }) { $0 >= 1 ? $0 : nil } == 1)
        #expect(monitor.wait(timeLeft: { nil }) { $0 == 3 ? $0 : nil } == 3)
    }

    @Test func updatesAndWaits_onManyThreads_loseNoValue() {
        let (monitor, received) = (Monitor<[Int]>([]), Locked<[Int]>([]))
        let errors = onThreads(40) { number in
            if number < 20 {
                for item in 0..<50 { monitor.update { $0.append(number * 50 + item) } }
            } else {
                for _ in 0..<50 {
                    let item = monitor.wait(timeLeft: { nil }) { $0.isEmpty ? nil : $0.removeFirst() }
                    received.withLock { $0.append(item ?? -1) }
                }
            }
        }
        #expect(errors.isEmpty)
        #expect(received.withLock { $0.sorted() } == Array(0..<1000))
    }
}
