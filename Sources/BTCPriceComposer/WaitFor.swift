import Dispatch
import Synchronization

/// Runs `work` on the cooperative pool, and waits for it on this thread, which must not be one of the pool's.
///
/// The main thread has nothing else to do. Suspending it instead costs half a millisecond: the main queue's first drain
/// starts a thread more and loads libgcc_s.
func waitFor<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
) throws(Failure) -> Value {
    let isDone = DispatchSemaphore(value: 0)
    let outcome = Mutex<Result<Value, Failure>?>(nil)
    Task.detached {
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        outcome.withLock { $0 = result }
        isDone.signal()
    }
    while true {
        isDone.wait()
        if let result = outcome.withLock(\.self) { return try result.get() }
    }
}
