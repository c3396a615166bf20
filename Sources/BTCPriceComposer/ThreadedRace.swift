package import BTCPriceCore
package import Platform

/// The race with real threads: each loader runs on a thread of its own and reports to the thread that decides.
///
/// All threads are started before the first loader: a loader opens libcurl, and meanwhile `pthread_create` would wait for
/// the dynamic loader's lock. Whatever an abandoned thread may still use is owned by its closure.
package final class ThreadedRace<Loader: PriceLoader>: Race {
    /// The sources whose loaders are to run; nil if the race is abandoned.
    private let started = Monitor<[SourceID]?>([])
    private let reports = Monitor<[SourceReport]>([])
    private let clock: MonotonicClock
    /// The sources that have a thread.
    private let sources: [SourceID]

    package init(_ loaders: [Loader], clock: MonotonicClock) {
        self.clock = clock
        DetachedThread.useOneHeap()
        sources = loaders.filter { [started, reports] loader in
            DetachedThread.start {
                let isStarted = started.wait(timeLeft: { nil }) { sources -> Bool? in
                    guard let sources else { return false }
                    return sources.contains(loader.source) ? true : nil
                }
                guard isStarted == true else { return }
                let report = loader.load()
                reports.update { $0.append(report) }
            }
        }.map { $0.source }
    }

    deinit { started.update { $0 = nil } }

    package var now: Duration { clock.elapsed }

    package func start(_ source: SourceID) {
        guard sources.contains(source) else {
            return reports.update {
                $0.append(SourceReport(source: source, .networkFailure("no thread can be started")))
            }
        }
        started.update { $0?.append(source) }
    }

    package func nextReport(until deadline: Duration) -> SourceReport? {
        reports.wait(timeLeft: { deadline - clock.elapsed }) { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
