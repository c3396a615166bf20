package import BTCPriceCore
package import Platform

/// The live race: each loader runs on a thread of its own and reports to the thread that decides.
///
/// All threads are started before the first loader: a loader opens libcurl, and meanwhile `pthread_create` would wait for
/// the dynamic loader's lock. Whatever an abandoned thread may still use is owned by its closure.
package final class ThreadedRace<Loader: PriceLoader>: Race {
    private let loaders: [Loader]
    private let clock: MonotonicClock
    /// Loaders to run; nil ends a thread.
    private let tasks: Channel<Loader?>?
    private let reports: Channel<SourceReport>?
    private var idleThreads = 0
    /// The reports of loaders that could not be run.
    private var failures: [SourceReport] = []
    private var failureReason = "no thread can be started"

    package init(_ loaders: [Loader], clock: MonotonicClock) {
        self.loaders = loaders
        self.clock = clock
        do throws(SystemError) {
            let (tasks, reports) = (try Channel<Loader?>(), try Channel<SourceReport>())
            (self.tasks, self.reports) = (tasks, reports)
            DetachedThread.useOneHeap()
            for _ in loaders {
                let isStarted = DetachedThread.start {
                    if let loader = tasks.receive() { reports.send(loader.load()) }
                }
                if isStarted { idleThreads += 1 }
            }
        } catch {
            (tasks, reports) = (nil, nil)
            failureReason = "\(error)"
        }
    }

    deinit {
        for _ in 0..<idleThreads { tasks?.send(nil) }
    }

    package var now: Duration { clock.elapsed }

    package func start(_ source: SourceID) {
        guard let tasks, idleThreads > 0, let loader = loaders.first(where: { $0.source == source }) else {
            return failures.append(SourceReport(source: source, .networkFailure(failureReason)))
        }
        idleThreads -= 1
        tasks.send(loader)
    }

    package func nextReport(until deadline: Duration) -> SourceReport? {
        failures.popLast() ?? reports?.receive(until: deadline, on: clock)
    }
}
