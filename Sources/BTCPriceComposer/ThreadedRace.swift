package import BTCPriceCore
package import Platform

/// Runs each loader on a thread of its own.
///
/// All threads are started before the first loader runs: a loader opens libcurl, and `pthread_create` would wait while
/// `dlopen` holds its lock. A thread may outlive the race, so its closure owns all that it uses.
package final class ThreadedRace: Race {
    private typealias Task = (loader: any PriceLoader, position: Int)

    /// Each thread takes one, or waits for one until the process ends.
    private let tasks = Queue<Task>()
    private let reports = Queue<(position: Int, report: SourceReport)>()
    private let clock: MonotonicClock
    private var idleThreads = 0

    package init(clock: MonotonicClock) {
        self.clock = clock
    }

    package var now: Duration { clock.elapsed }

    package func prepare(for count: Int) {
        // May set a variable, which must not happen beside other threads.
        CurrentProcess.limitNameServers()
        DetachedThread.prepareForThreads()
        for _ in 0..<count {
            let isStarted = DetachedThread.start { [tasks, reports] in
                let task = tasks.receive()
                reports.send((task.position, task.loader.load()))
            }
            if isStarted { idleThreads += 1 }
        }
    }

    package func start(_ loader: any PriceLoader, at position: Int) {
        guard idleThreads > 0 else {
            let error = PriceLoadingError.networkFailure("no thread can be started")
            return reports.send((position, SourceReport(loader.endpoint, .failure(error))))
        }
        idleThreads -= 1
        tasks.send((loader, position))
    }

    package func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)? {
        reports.receive(until: deadline, on: clock)
    }
}
