package import BTCPriceCore
package import Platform

/// The live race: each loader runs on a thread of its own and reports to the thread that decides.
///
/// All threads are started before the first loader: a loader opens libcurl, and meanwhile `pthread_create` would wait for
/// the dynamic loader's lock. Whatever an abandoned thread may still use is owned by its closure.
package final class ThreadedRace<Loader: PriceLoader>: Race {
    private struct State: Sendable {
        /// The sources whose loaders are to run.
        var started: [SourceID] = []
        var reports: [SourceReport] = []
        var isAbandoned = false
    }

    private let state = Monitor(State())
    private let clock: MonotonicClock
    /// The sources that have a thread.
    private let sources: [SourceID]

    package init(_ loaders: [Loader], clock: MonotonicClock) {
        self.clock = clock
        DetachedThread.useOneHeap()
        sources = loaders.filter { [state] loader in
            DetachedThread.start {
                let isStarted = state.wait({ nil }) { state in
                    state.started.contains(loader.source) ? true : state.isAbandoned ? false : nil
                }
                guard isStarted == true else { return }
                let report = loader.load()
                state.update { $0.reports.append(report) }
            }
        }.map { $0.source }
    }

    deinit { state.update { $0.isAbandoned = true } }

    package var now: Duration { clock.elapsed }

    package func start(_ source: SourceID) {
        guard sources.contains(source) else {
            return state.update {
                $0.reports.append(SourceReport(source: source, .networkFailure("no thread can be started")))
            }
        }
        state.update { $0.started.append(source) }
    }

    package func nextReport(until deadline: Duration) -> SourceReport? {
        state.wait({ deadline - clock.elapsed }) { $0.reports.isEmpty ? nil : $0.reports.removeFirst() }
    }
}
