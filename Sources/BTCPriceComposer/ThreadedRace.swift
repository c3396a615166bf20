package import BTCPriceCore
package import Platform

/// Runs each loader on a thread of its own.
///
/// All threads are started before the first loader runs: a loader opens libcurl, and `pthread_create` would wait while
/// `dlopen` holds its lock. A thread may outlive the race, so its closure owns all that it uses.
package final class ThreadedRace<Loader: PriceLoader>: Race {
    /// Each thread receives one item: a loader to run, or nil, which ends the thread.
    private let tasks = Queue<Loader?>()
    private let reports = Queue<SourceReport>()
    private let clock: MonotonicClock
    private let loaders: [Loader]
    private var idleThreads = 0

    package init(_ loaders: [Loader], clock: MonotonicClock) {
        self.clock = clock
        self.loaders = loaders
        DetachedThread.configureProcess()
        for _ in loaders {
            let isStarted = DetachedThread.start { [tasks, reports] in
                guard let loader = tasks.receive() else { return }
                reports.send(loader.load())
            }
            if isStarted { idleThreads += 1 }
        }
    }

    deinit { for _ in 0..<idleThreads { tasks.send(nil) } }

    package var now: Duration { clock.elapsed }

    package func start(_ endpoint: Endpoint) -> TransferDetails {
        guard idleThreads > 0, let loader = loaders.first(where: { $0.endpoint == endpoint }) else {
            reports.send(SourceReport(endpoint, .failure(.networkFailure("no thread can be started"))))
            return TransferDetails()
        }
        idleThreads -= 1
        tasks.send(loader)
        return loader.request
    }

    package func nextReport(until deadline: Duration) -> SourceReport? { reports.receive(until: deadline, on: clock) }
}
