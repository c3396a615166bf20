import Synchronization

/// Runs tasks on the thread that waits for their end, and is their clock.
///
/// The main thread has nothing else to do during a fetch. The cooperative pool and its timers would start four threads,
/// which get in the way of the one that opens libcurl: each change to the memory map stops them all.
final class WaitingExecutor: TaskExecutor {
    private struct Sleeper {
        let id: Int
        let end: ContinuousClock.Instant
        let wake: CheckedContinuation<Void, Never>
    }

    private struct State {
        var jobs: [UnownedJob] = []
        var sleepers: [Sleeper] = []
        var lastID = 0
    }

    private let state = Mutex(State())
    private let news = Bell()

    /// Called by the runtime, from any thread.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        news.ring()
    }

    /// Runs `work`, and whatever prefers this executor, on this thread until `work` is done. What is then still under
    /// way stays where it is.
    func wait<Value: Sendable, Failure: Error>(
        for work: @escaping @Sendable () async throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let outcome = Mutex<Result<Value, Failure>?>(nil)
        Task.detached(executorPreference: self) {
            let result: Result<Value, Failure>
            do throws(Failure) {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            outcome.withLock { $0 = result }
        }
        while true {
            runJobs()
            if let result = outcome.withLock(\.self) { return try result.get() }
            news.wait(until: nextEnd)
            let now = ContinuousClock.now
            wakeSleepers { $0.end <= now }
        }
    }

    private func runJobs() {
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs = [] }
                return state.jobs
            }
            if jobs.isEmpty { return }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    private var nextEnd: ContinuousClock.Instant? {
        state.withLock { state in
            state.sleepers.reduce(nil) { end, sleeper in min(end ?? sleeper.end, sleeper.end) }
        }
    }

    private func wakeSleepers(where isDue: (Sleeper) -> Bool) {
        let due = state.withLock { state in
            defer { state.sleepers.removeAll(where: isDue) }
            return state.sleepers.filter(isDue)
        }
        for sleeper in due.sorted(by: { $0.end < $1.end }) { sleeper.wake.resume() }
    }
}

extension WaitingExecutor: Clock {
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    func sleep(until end: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { wake in
                let isCancelled = state.withLock { state in
                    // Cancellation sets this first, and then looks for the sleeper.
                    if Task.isCancelled { return true }
                    state.sleepers.append(Sleeper(id: id, end: end, wake: wake))
                    return false
                }
                if isCancelled { wake.resume() } else { news.ring() }
            }
        } onCancel: {
            wakeSleepers { $0.id == id }
        }
        try Task.checkCancellation()
    }
}
