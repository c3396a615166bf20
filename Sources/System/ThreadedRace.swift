package import BTCPriceCore
import CSystem

/// The live race: each loader runs on a thread of its own and reports to the thread that decides.
///
/// All threads are started before the first loader: a loader opens libcurl, and meanwhile `pthread_create` would wait for
/// the dynamic loader's lock. Whatever an abandoned thread may still use is owned by its closure.
package final class ThreadedRace: Race {
    private let loaders: [any PriceLoader]
    private let clock: MonotonicClock
    /// The positions of the loaders to run; nil ends a thread.
    private let tasks: Channel<Int?>
    private let reports: Channel<(position: Int, report: SourceReport)>
    private var idleThreads = 0

    /// Throws if no descriptor is left.
    package init(_ loaders: [any PriceLoader], clock: MonotonicClock) throws(SystemError) {
        self.loaders = loaders
        self.clock = clock
        tasks = try Channel()
        reports = try Channel()
        csystem_prepare_for_threads()
        for _ in loaders {
            let isStarted = DetachedThread.start { [reports, tasks] in
                guard let position = tasks.receive() else { return }
                reports.send((position, loaders[position].load()))
            }
            if isStarted { idleThreads += 1 }
        }
    }

    deinit {
        for _ in 0..<idleThreads { tasks.send(nil) }
    }

    package var count: Int { loaders.count }

    package var now: Duration { clock.elapsed }

    package func sourceName(_ position: Int) -> String { loaders[position].source }

    package func start(_ position: Int) {
        if idleThreads > 0 {
            idleThreads -= 1
            tasks.send(position)
        } else {
            let error = PriceLoadingError.networkFailure("no thread can be started")
            reports.send((position, SourceReport(source: sourceName(position), error)))
        }
    }

    package func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)? {
        reports.receive(until: deadline, on: clock)
    }
}
