// BTCPriceCore: what a price is, and how a run gets one. It imports nothing, and knows no transport and no storage.
//
// `FetchLatestPrice` is one run. It looks at what it knows (`RunPlan.State`), asks `RunPlan.decide` what comes next,
// and does that, through ports: `PriceStore`, `RateLimitStore`, `FetchLock` and `RefreshStamp` are what runs share,
// `Race` and `PriceLoader` are what asks the sources. A fetch is `FetchWithFallback`: the primary, and then the
// fallback. The result is an `Outcome`, how the run ended, and `Diagnostics`, what there is to report besides.
//
// Begin here, then read `RunPlan` and `FetchWithFallback`. `Quote` has the values: exact prices, times, changes.

/// One run: a fresh quote if there is one, else a fetched one if it may and can fetch, else a stale one or none.
///
/// It does what `RunPlan.decide` decides.
package struct FetchLatestPrice {
    private let plan: RunPlan
    private let loaders: [any PriceLoader]
    private let alternatives: [Endpoint]
    private let race: any Race
    private let store: any PriceStore
    private let rateLimitStore: any RateLimitStore
    private let fetchLock: any FetchLock
    private let refreshStamp: any RefreshStamp
    private let startRefresh: () -> RefreshOutcome
    private let now: () -> Timestamp

    private var state: RunPlan.State
    private var diagnostics = Diagnostics()

    /// - Parameters:
    ///   - loaders: that of the primary comes first.
    ///   - alternatives: to suggest if a source of this run may be blocked.
    ///   - race: lets the loaders ask.
    ///   - startRefresh: returns `started` or `notStarted`.
    package init(
        policy: CachePolicy, limits: FetchLimits, loaders: [any PriceLoader], alternatives: [Endpoint],
        race: any Race, store: any PriceStore, rateLimitStore: any RateLimitStore, fetchLock: any FetchLock,
        refreshStamp: any RefreshStamp,
        startRefresh: @escaping () -> RefreshOutcome, now: @escaping () -> Timestamp
    ) {
        plan = RunPlan(endpoints: loaders.map { $0.endpoint }, policy: policy, limits: limits)
        self.loaders = loaders
        self.alternatives = alternatives
        self.race = race
        self.store = store
        self.rateLimitStore = rateLimitStore
        self.fetchLock = fetchLock
        self.refreshStamp = refreshStamp
        self.startRefresh = startRefresh
        self.now = now
        let start = now()
        state = RunPlan.State(start: start, now: start)
    }

    /// To be called once. Stores a fetched quote, if possible and if no newer one of its source is stored.
    ///
    /// - Returns: how the run ended, and what there is to report besides.
    package mutating func execute() -> (outcome: Outcome, diagnostics: Diagnostics) {
        let outcome = carryOutDecisions()
        // Without those that have a rate limit which this run has read.
        diagnostics.alternatives =
            alternatives.filter { state.rateLimits?.timeLeft(of: $0, at: state.now) == nil }.map { $0.sourceName }
        return (outcome, diagnostics)
    }

    private mutating func carryOutDecisions() -> Outcome {
        readCache()
        defer { fetchLock.release() }
        // Ends: it tries the lock once, and reads the rate limits twice at most.
        while true {
            switch plan.decide(state) {
            case .printFresh(let quote): return .quote(delivered(quote, .fresh))
            case .giveUp(let reason):
                reportRateLimits()
                return withoutFreshQuote(because: reason)
            case .readRateLimits: readRateLimits()
            case .acquireLock(let deadline):
                state.waited = fetchLock.acquire(deadline: deadline)
                // Another run may have stored a quote or a rate limit meanwhile.
                state.rateLimits = nil
                readCache()
            case .fetch(let rateLimits): return fetch(rateLimits: rateLimits)
            case .startRefresh: return withoutFreshQuote(because: .background(startRefreshIfDue()))
            }
        }
    }

    /// For a run that asks no source: how long each rate limit still lasts.
    private mutating func reportRateLimits() {
        diagnostics.reports = plan.endpoints.compactMap { endpoint in
            state.rateLimits?.timeLeft(of: endpoint, at: state.now).map {
                SourceReport(endpoint, .failure(.skipped(timeLeft: $0)))
            }
        }
    }

    private mutating func fetch(rateLimits: [Duration?]) -> Outcome {
        var fetch = FetchWithFallback(
            loaders, plan.limits, rateLimits: rateLimits, waited: state.waited ?? .zero)
        let (winner, reports) = fetch.execute(race)
        diagnostics.reports = reports
        if reports.contains(where: { $0.error?.isNewRateLimit == true }) {
            do throws(StoreError) {
                try rateLimitStore.update { $0.add(reports, at: now()) }
            } catch {
                diagnostics.rateLimitError = error
            }
        }
        if let winner, let quote = winner.quote {
            diagnostics.clockDifference = winner.details.clockDifference
            do throws(StoreError) {
                try PersistLastValidPrice(store: store, now: now).execute(quote)
            } catch {
                diagnostics.storeError = error
            }
            return .quote(DeliveredQuote(quote: quote, freshness: .live, age: Age(.zero)))
        }
        // Another run may have stored a quote meanwhile.
        readCache()
        if let quote = plan.freshQuote(state) { return .quote(delivered(quote, .fresh)) }
        return withoutFreshQuote(because: .failed)
    }

    private func startRefreshIfDue() -> RefreshOutcome {
        guard refreshStamp.lock() else { return .leftToAnotherRun }
        defer { refreshStamp.unlock() }
        let now = now()
        let quotes = state.quotes.filter(plan.isOfThisRun)
        if let last = refreshStamp.time, !RefreshPolicy.isDue(after: last, quotes, at: now) {
            return .notDue(Age(now - last))
        }
        do throws(StoreError) {
            try refreshStamp.store(now)
        } catch {
            return .notStored(error)
        }
        let outcome = startRefresh()
        if outcome != .started { try? refreshStamp.store(nil) }
        return outcome
    }

    private mutating func readRateLimits() {
        state.rateLimits = rateLimitStore.retrieve()
        state.now = now()
    }

    /// If reading fails, keeps the quotes that were read before: abandoned requests may have taken the last file
    /// descriptors.
    private mutating func readCache() {
        let (quotes, error) = store.retrieve()
        if error == nil || !quotes.isEmpty { state.quotes = quotes }
        diagnostics.cacheError = error
        state.now = now()
    }

    /// The newest cached quote that may be printed: of any source, or of the only one asked for. If there is none, the
    /// reason.
    private func withoutFreshQuote(because reason: Outcome.NoFreshQuoteReason) -> Outcome {
        guard plan.policy.maxStale > .zero else { return .noQuote(because: reason, .notAllowed) }
        let all = state.quotes.newestFirst(at: state.now)
        let quotes = plan.policy.isForOneSource ? all.filter(plan.isOfThisRun) : all
        guard let newest = quotes.first else {
            guard let other = all.first else { return .noQuote(because: reason, .noneStored) }
            return .noQuote(because: reason, .ofAnotherSource(other.sourceName, Age(state.now - other.timestamp)))
        }
        // If the newest is too old, a quote from the future, which is sorted last, is still allowed.
        if let allowed = quotes.first(where: { plan.policy.allowsStale($0, at: state.now) }) {
            return .stale(delivered(allowed, .stale), because: reason)
        }
        return .noQuote(because: reason, .tooOld(delivered(newest, .stale).age))
    }

    private func delivered(_ quote: PriceQuote, _ freshness: DeliveredQuote.Freshness) -> DeliveredQuote {
        DeliveredQuote(
            quote: quote, freshness: freshness, age: Age(state.now - quote.timestamp),
            isOfAnotherSource: !plan.isOfThisRun(quote))
    }
}
