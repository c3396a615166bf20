/// One run: a fresh cached quote if there is one, else a fetched quote, else a stale one.
///
/// `RunRequest.decide` makes the decisions; this carries them out. Runs are synchronous: a run that does not fetch starts no
/// thread, and one that fetches has nothing else to do in the meantime.
package struct FetchLatestPrice: Sendable {
    private let request: RunRequest
    private let store: any PriceStore
    private let rateLimits: any RateLimitStore
    private let fetchLock: any FetchLock
    private let refreshStamp: any RefreshStamp
    private let fetch: @Sendable (_ sources: [SourceID], _ limits: FetchLimits) -> [SourceReport]
    private let startRefresh: @Sendable () -> Int32?
    private let now: @Sendable () -> Timestamp

    /// - Parameters:
    ///   - fetch: asks these sources, the first one first, until one returns a quote or the limits are reached. Returns a
    ///     report for each one that was asked, in this order.
    ///   - startRefresh: starts a background refresh; returns the system's error number if that fails.
    package init(
        _ request: RunRequest, store: any PriceStore, rateLimits: any RateLimitStore, fetchLock: any FetchLock,
        refreshStamp: any RefreshStamp,
        fetch: @escaping @Sendable (_ sources: [SourceID], _ limits: FetchLimits) -> [SourceReport],
        startRefresh: @escaping @Sendable () -> Int32?, now: @escaping @Sendable () -> Timestamp
    ) {
        self.request = request
        self.store = store
        self.rateLimits = rateLimits
        self.fetchLock = fetchLock
        self.refreshStamp = refreshStamp
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
        return (run(&state, &diagnostics), diagnostics)
    }

    private func run(_ state: inout RunState, _ diagnostics: inout Diagnostics) -> Outcome {
        while true {
            switch request.decide(state) {
            case .printFresh(let quote): return .fresh(quote, Age(state.now - quote.timestamp))
            case .giveUp(let reason):
                if case .failed(let reports) = reason { diagnostics.reports = reports }
                return withoutLiveQuote(state, because: reason)
            case .readRateLimits:
                state.rateLimits = rateLimits.load()
                state.now = now()
            case .acquireLock(let deadline):
                return fetchLock.withLock(deadline: deadline) { waited in
                    // While this run waited, another one may have stored a quote or a rate limit.
                    readCache(&state, &diagnostics)
                    state.rateLimits = nil
                    state.waited = waited
                    return run(&state, &diagnostics)
                }
            case .fetch(let sources, let skipped, let limits):
                return fetchQuote(sources, skipped, limits, &state, &diagnostics)
            case .startRefresh: return withoutLiveQuote(state, because: .background(startRefreshIfDue(state.quotes)))
            }
        }
    }

    private func fetchQuote(
        _ sources: [SourceID], _ skipped: [SourceReport], _ limits: FetchLimits, _ state: inout RunState,
        _ diagnostics: inout Diagnostics
    ) -> Outcome {
        let reports = fetch(sources, limits)
        diagnostics.reports = request.sources.compactMap { source in
            (reports + skipped).first { $0.source == source.name }
        }
        if reports.contains(where: { if case .rateLimited? = $0.error { true } else { false } }) {
            do throws(StoreError) {
                try rateLimits.update { $0.add(reports, from: sources, at: now()) }
            } catch {
                diagnostics.rateLimitError = error
            }
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

    private func startRefreshIfDue(_ quotes: [PriceQuote]) -> RefreshStart {
        let start = refreshStamp.withLock { last, store -> RefreshStart in
            let now = now()
            if let last, !request.isRefreshDue(after: last, quotes, at: now) { return .notDue(Age(now - last)) }
            do throws(StoreError) {
                try store(now)
            } catch {
                return .notStored(error)
            }
            guard let code = startRefresh() else { return .started }
            try? store(nil)
            return .notStarted(code: code)
        }
        return start ?? .started
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
