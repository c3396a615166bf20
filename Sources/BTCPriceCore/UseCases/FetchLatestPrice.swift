/// One run: a fresh cached quote if there is one, else a fetched quote, else a stale one.
///
/// `RunRequest.decide` makes the decisions; this carries them out. Runs are synchronous: a run that does not fetch starts no
/// thread, and one that fetches has nothing else to do in the meantime.
package struct FetchLatestPrice: Sendable {
    package struct Ports: Sendable {
        let store: any PriceStore
        let backoff: any BackoffStore
        let fetchLock: any FetchLock
        /// Asks these sources, the first one first, until one returns a quote or the limits are reached. Returns a report for
        /// each one that was asked.
        let fetch: @Sendable (_ sources: [SourceID], _ limits: FetchLimits) -> [SourceReport]
        /// Starts a background refresh; returns the system's error number if that fails.
        let startRefresh: @Sendable () -> Int32?
        let now: @Sendable () -> Timestamp

        package init(
            store: any PriceStore, backoff: any BackoffStore, fetchLock: any FetchLock,
            fetch: @escaping @Sendable (_ sources: [SourceID], _ limits: FetchLimits) -> [SourceReport],
            startRefresh: @escaping @Sendable () -> Int32?, now: @escaping @Sendable () -> Timestamp
        ) {
            self.store = store
            self.backoff = backoff
            self.fetchLock = fetchLock
            self.fetch = fetch
            self.startRefresh = startRefresh
            self.now = now
        }
    }

    private let request: RunRequest
    private let ports: Ports

    package init(_ request: RunRequest, ports: Ports) {
        self.request = request
        self.ports = ports
    }

    /// A fetched quote is stored before this returns, if it can be.
    package func execute() -> (outcome: Outcome, diagnostics: Diagnostics) {
        var diagnostics = Diagnostics()
        let start = ports.now()
        let state = RunState(start: start, now: start, quotes: readCache(otherwise: [], &diagnostics))
        let outcome = run(state, &diagnostics)
        if request.policy.mode == .backgroundRefresh, let primary = request.sources.first {
            // If the entry cannot be removed, it ends by itself in a few seconds.
            try? ports.backoff.update { $0.removeRefreshing(primary, in: request.currency) }
        }
        return (outcome, diagnostics)
    }

    private func run(_ state: RunState, _ diagnostics: inout Diagnostics) -> Outcome {
        var state = state
        while true {
            switch request.decide(state) {
            case .printFresh(let quote): return .fresh(quote, age(of: quote, at: state.now))
            case .giveUp(let reason):
                if case .failed(let reports) = reason { diagnostics.reports = reports }
                return withoutLiveQuote(state, because: reason)
            case .readBackoff:
                state.backoff = ports.backoff.load()
                if request.policy.mode == .background, ports.fetchLock.isHeld { state.lock = .held(waited: .zero) }
            case .acquireLock(let deadline):
                return ports.fetchLock.withLock(deadline: deadline) { lock in
                    // While this run waited, another one may have stored a quote or back-off entries.
                    state.quotes = readCache(otherwise: state.quotes, &diagnostics)
                    state.backoff = ports.backoff.load()
                    state.now = ports.now()
                    state.lock = lock
                    return run(state, &diagnostics)
                }
            case .fetch(let plan, let limits): return fetch(plan, limits, state, &diagnostics)
            case .startRefresh: return withoutLiveQuote(state, because: .background(startRefresh()))
            }
        }
    }

    private func fetch(
        _ plan: FetchPlan, _ limits: FetchLimits, _ state: RunState, _ diagnostics: inout Diagnostics
    ) -> Outcome {
        let reports = ports.fetch(plan.sources, limits)
        diagnostics.reports = request.sources.compactMap { source in
            (reports + plan.skipped).first { $0.source == source.name }
        }
        let allowedTime = limits.maxTime - state.lock.waited
        diagnostics.rateLimitError = recordBackoff(plan.sources, reports, allowedTime: allowedTime)
        if let quote = reports.lazy.compactMap(\.quote).first {
            do throws(StoreError) {
                try PersistLastValidPrice(store: ports.store, now: ports.now).execute(quote)
            } catch {
                diagnostics.storeError = error
            }
            return .live(quote)
        }
        // Another run may have been successful in the meantime.
        var state = state
        state.quotes = readCache(otherwise: state.quotes, &diagnostics)
        state.now = ports.now()
        if let quote = request.freshQuote(state) { return .fresh(quote, age(of: quote, at: state.now)) }
        return withoutLiveQuote(state, because: .failed(diagnostics.reports))
    }

    /// Stores what the fetch has shown about its sources.
    ///
    /// - Returns: the error, if a rate limit was lost. Other failures need no message: the next run notices them again.
    private func recordBackoff(_ asked: [SourceID], _ reports: [SourceReport], allowedTime: Duration) -> StoreError? {
        let results = reports.compactMap { report in
            asked.first { $0.name == report.source }.map { (source: $0, report: report) }
        }
        do throws(StoreError) {
            try ports.backoff.update { backoff in
                let now = ports.now()
                backoff.removeInvalid(at: now)
                backoff.record(results, in: request.currency, allowedTime: allowedTime, at: now)
            }
            return nil
        } catch {
            return reports.contains { if case .rateLimited? = $0.error { true } else { false } } ? error : nil
        }
    }

    private func startRefresh() -> RefreshStart {
        guard let primary = request.sources.first else { return .skipped([]) }
        do throws(StoreError) {
            let isAdded = try ports.backoff.update { backoff in
                let now = ports.now()
                backoff.removeInvalid(at: now)
                guard !backoff.isRefreshing(primary, in: request.currency, at: now) else { return false }
                backoff.addRefreshing(primary, in: request.currency, at: now)
                return true
            }
            guard isAdded else { return .alreadyRunning }
        } catch {
            return .notStored(error)
        }
        if let code = ports.startRefresh() {
            try? ports.backoff.update { $0.removeRefreshing(primary, in: request.currency) }
            return .notStarted(code: code)
        }
        return .started
    }
}

extension FetchLatestPrice {
    /// - Parameter earlierQuotes: what was read before: abandoned requests may have taken the last file descriptors.
    private func readCache(otherwise earlierQuotes: [PriceQuote], _ diagnostics: inout Diagnostics) -> [PriceQuote] {
        do throws(StoreError) {
            diagnostics.cacheError = nil
            return try ports.store.retrieve()
        } catch {
            diagnostics.cacheError = error
            return earlierQuotes
        }
    }

    /// The newest cached quote as stale, if it may be printed.
    private func withoutLiveQuote(_ state: RunState, because reason: NoLiveQuote) -> Outcome {
        let maxStale = request.policy.maxStale
        guard maxStale > .zero else { return .noQuote(because: reason, .notAllowed) }
        guard let quote = Freshness.newestFirst(state.quotes, at: state.now).first else {
            return .noQuote(because: reason, .noneStored)
        }
        let age = age(of: quote, at: state.now)
        let isTooOld = Freshness.age(of: quote, at: state.now) > maxStale
        return isTooOld ? .noQuote(because: reason, .tooOld(age)) : .stale(quote, age, because: reason)
    }

    private func age(of quote: PriceQuote, at now: Timestamp) -> Age { Age(Freshness.age(of: quote, at: now)) }
}
