/// One run: a fresh cached quote if there is one, else a fetched quote, else a stale one.
///
/// `RunRequest.decide` makes the decisions; this carries them out. Runs are synchronous: a run that does not fetch starts no
/// thread, and one that fetches has nothing else to do in the meantime.
package struct FetchLatestPrice: Sendable {
    private let request: RunRequest
    private let store: any PriceStore
    private let backoff: any BackoffStore
    private let fetchLock: any FetchLock
    private let fetch: @Sendable (_ sources: [SourceID], _ limits: FetchLimits) -> [SourceReport]
    private let startRefresh: @Sendable () -> Int32?
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - fetch: asks these sources, the first one first, until one returns a quote or the limits are reached. Returns a
    ///     report for each one that was asked, in this order.
    ///   - startRefresh: starts a background refresh; returns the system's error number if that fails.
    package init(
        _ request: RunRequest, store: any PriceStore, backoff: any BackoffStore, fetchLock: any FetchLock,
        fetch: @escaping @Sendable (_ sources: [SourceID], _ limits: FetchLimits) -> [SourceReport],
        startRefresh: @escaping @Sendable () -> Int32?, now: @escaping @Sendable () -> Timestamp
    ) {
        self.request = request
        self.store = store
        self.backoff = backoff
        self.fetchLock = fetchLock
        self.fetch = fetch
        self.startRefresh = startRefresh
        self.now = now
    }

    /// A fetched quote is stored before this returns, if it can be.
    package func execute() -> (outcome: Outcome, diagnostics: Diagnostics) {
        var diagnostics = Diagnostics()
        let start = now()
        var state = RunState(start: start, now: start)
        readCache(&state, &diagnostics)
        let outcome = run(&state, &diagnostics)
        if request.policy.mode == .backgroundRefresh { removeRefreshing(addedUntil: start) }
        return (outcome, diagnostics)
    }

    private func run(_ state: inout RunState, _ diagnostics: inout Diagnostics) -> Outcome {
        while true {
            switch request.decide(state) {
            case .printFresh(let quote): return .fresh(quote, Age(state.now - quote.timestamp))
            case .giveUp(let reason):
                if case .failed(let reports) = reason { diagnostics.reports = reports }
                return withoutLiveQuote(state, because: reason)
            case .readBackoff:
                state.backoff = backoff.load()
                state.now = now()
                if request.policy.mode == .background, fetchLock.isHeld { state.lock = .held(waited: .zero) }
            case .acquireLock(let deadline):
                return fetchLock.withLock(deadline: deadline) { lock in
                    // While this run waited, another one may have stored a quote or back-off entries.
                    readCache(&state, &diagnostics)
                    state.backoff = nil
                    state.lock = lock
                    return run(&state, &diagnostics)
                }
            case .fetch(let plan, let limits): return fetchQuote(plan, limits, &state, &diagnostics)
            case .startRefresh: return withoutLiveQuote(state, because: .background(startBackgroundRefresh()))
            }
        }
    }

    private func fetchQuote(
        _ plan: FetchPlan, _ limits: FetchLimits, _ state: inout RunState, _ diagnostics: inout Diagnostics
    ) -> Outcome {
        let reports = fetch(plan.sources, limits)
        diagnostics.reports = request.sources.compactMap { source in
            (reports + plan.skipped).first { $0.source == source.name }
        }
        do throws(StoreError) {
            try backoff.update { backoff in
                backoff.record(
                    reports, from: plan.sources, in: request.currency,
                    allowedTime: limits.maxTime - state.lock.waited, at: now())
            }
        } catch {
            // Other failures need no message: the next run notices them again.
            let isRateLimit = reports.contains { if case .rateLimited? = $0.error { true } else { false } }
            diagnostics.rateLimitError = isRateLimit ? error : nil
        }
        if let quote = reports.lazy.compactMap(\.quote).first {
            do throws(StoreError) {
                try PersistLastValidPrice(store: store, now: now).execute(quote)
            } catch {
                diagnostics.storeError = error
            }
            return .live(quote)
        }
        // Another run may have been successful in the meantime.
        readCache(&state, &diagnostics)
        if let quote = request.freshQuote(state) { return .fresh(quote, Age(state.now - quote.timestamp)) }
        return withoutLiveQuote(state, because: .failed(diagnostics.reports))
    }

    private func startBackgroundRefresh() -> RefreshStart {
        do throws(StoreError) {
            let isAdded = try backoff.update { $0.addRefreshing(request.primary, in: request.currency, at: now()) }
            guard isAdded else { return .alreadyRunning }
        } catch {
            return .notStored(error)
        }
        guard let code = startRefresh() else { return .started }
        removeRefreshing(addedUntil: now())
        return .notStarted(code: code)
    }

    /// If the entry cannot be removed, it ends by itself in a few seconds.
    private func removeRefreshing(addedUntil time: Timestamp) {
        try? backoff.update { $0.removeRefreshing(request.primary, in: request.currency, addedUntil: time) }
    }

    /// Keeps what was read before if there is an error: abandoned requests may have taken the last file descriptors.
    private func readCache(_ state: inout RunState, _ diagnostics: inout Diagnostics) {
        do throws(StoreError) {
            state.quotes = try store.retrieve()
            diagnostics.cacheError = nil
        } catch {
            diagnostics.cacheError = error
        }
        state.now = now()
    }

    /// The newest cached quote as stale, if it may be printed.
    private func withoutLiveQuote(_ state: RunState, because reason: NoLiveQuote) -> Outcome {
        let maxStale = request.policy.maxStale
        guard maxStale > .zero else { return .noQuote(because: reason, .notAllowed) }
        guard let quote = StoredQuotes.newestFirst(state.quotes, at: state.now).first else {
            return .noQuote(because: reason, .noneStored)
        }
        let age = state.now - quote.timestamp
        return age > maxStale ? .noQuote(because: reason, .tooOld(Age(age))) : .stale(quote, Age(age), because: reason)
    }
}
