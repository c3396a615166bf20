import Foundation
import Synchronization
import Testing

@testable import BTCPriceComposer

@Suite(.timeLimit(.minutes(1))) struct WaitingExecutorTests {
    private let executor = WaitingExecutor()

    @Test func work_runsOnTheThreadThatWaits() {
        let waiting = ThreadIdentity.current
        let seen = executor.wait { () async throws(Never) -> [ThreadIdentity] in
            let before = ThreadIdentity.current
            await resumedElsewhere()
            return [before, ThreadIdentity.current]
        }
        #expect(seen == [waiting, waiting])
    }

    @Test func whatPrefersIt_runsThereToo() {
        let waiting = ThreadIdentity.current
        let seen = executor.wait { [executor] () async throws(Never) -> ThreadIdentity in
            await Task.detached(executorPreference: executor) { ThreadIdentity.current }.value
        }
        #expect(seen == waiting)
    }

    @Test func error_isPassedOn() {
        #expect(throws: Refusal.self) {
            try executor.wait { () async throws(Refusal) -> Void in throw Refusal() }
        }
    }

    @Test func sleepers_wakeInTheOrderOfTheirTimes() {
        let start = ContinuousClock.now
        let order = Shared<[Int]>([])
        executor.wait { [executor] () async throws(Never) -> Void in
            let tasks = [30, 10, 20].map { milliseconds in
                Task.detached(executorPreference: executor) {
                    try? await executor.sleep(until: start + .milliseconds(milliseconds), tolerance: nil)
                    order.value.withLock { $0.append(milliseconds) }
                }
            }
            for task in tasks { await task.value }
        }
        #expect(order.value.withLock(\.self) == [10, 20, 30])
        #expect(ContinuousClock.now - start >= .milliseconds(30))
    }

    @Test func cancelledSleeper_wakesAtOnce() {
        let start = ContinuousClock.now
        let result = executor.wait { [executor] () async throws(Never) -> Result<Void, any Error> in
            let task = Task.detached(executorPreference: executor) {
                try await executor.sleep(until: start + .seconds(50), tolerance: nil)
            }
            await resumedElsewhere()
            task.cancel()
            return await task.result
        }
        #expect(throws: CancellationError.self) { try result.get() }
        #expect(ContinuousClock.now - start < .seconds(40))
    }

    @Test func sleeperCancelledBeforehand_doesNotSleep() {
        let start = ContinuousClock.now
        executor.wait { [executor] () async throws(Never) -> Void in
            await Task.detached(executorPreference: executor) {
                withUnsafeCurrentTask { $0?.cancel() }
                try? await executor.sleep(until: start + .seconds(50), tolerance: nil)
            }.value
        }
        #expect(ContinuousClock.now - start < .seconds(40))
    }

    /// As a transfer may that nobody waits for any more.
    @Test func whatIsLeftBehind_mayComeBackWhenNobodyWaits() {
        let left = Shared<CheckedContinuation<Void, Never>?>(nil)
        do {
            let executor = WaitingExecutor()
            executor.wait { () async throws(Never) -> Void in
                await withCheckedContinuation { started in
                    _ = Task.detached(executorPreference: executor) {
                        await withCheckedContinuation { continuation in
                            left.value.withLock { $0 = continuation }
                            started.resume()
                        }
                    }
                }
            }
        }
        let continuation = left.value.withLock { $0 }
        #expect(continuation != nil)
        continuation?.resume()
    }
}

private struct Refusal: Error {}

private final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>

    init(_ value: Value) {
        self.value = Mutex(value)
    }
}

private struct ThreadIdentity: Equatable, @unchecked Sendable {
    static var current: ThreadIdentity { ThreadIdentity(id: pthread_self()) }

    let id: pthread_t

    static func == (left: ThreadIdentity, right: ThreadIdentity) -> Bool { pthread_equal(left.id, right.id) != 0 }
}

/// Suspends, and is resumed by another thread.
private func resumedElsewhere() async {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume() }
    }
}
