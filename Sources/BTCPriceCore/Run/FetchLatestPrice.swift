/// One run: a fresh quote if there is one, else a fetched one if it may fetch, else a stale one.
///
/// `RunRequest.decide` decides, and this carries it out.
package struct FetchLatestPrice {
    private let request: RunRequest
    private let store: any PriceStore
    private let rateLimits: any RateLimitStore
    private let fetchLock: any FetchLock
    private let refreshStamp: any RefreshStamp
    private let makeRace: (_ endpoints: [Endpoint]) -> any Race
    private let startRefresh: () -> RefreshOutcome
    private let otherEndpoints: () -> [Endpoint]
    private let now: () -> Timestamp

    private var state: RunState
    private var diagnostics = Diagnostics()

    /// - Parameters:
    ///   - makeRace: a race that can ask these endpoints.
    ///   - startRefresh: returns `started` or `notStarted`.
    ///   - otherEndpoints: those of sources to suggest if a source of this run may be blocked.
    package init(
        _ request: RunRequest, store: any PriceStore, rateLimits: any RateLimitStore, fetchLock: any FetchLock,
        refreshStamp: any RefreshStamp, makeRace: @escaping (_ endpoints: [Endpoint]) -> any Race,
        startRefresh: @escaping () -> RefreshOutcome, otherEndpoints: @escaping () -> [Endpoint],
        now: @escaping () -> Timestamp
    ) {
        self.request = request
        self.store = store
        self.rateLimits = rateLimits
        self.fetchLock = fetchLock
        self.refreshStamp = refreshStamp
        self.makeRace = makeRace
        self.startRefresh = startRefresh
        self.otherEndpoints = otherEndpoints
        self.now = now
        let start = now()
        state = RunState(start: start, now: start)
    }

    /// Makes the run. A fetched quote is stored, if possible.
    package mutating func execute() -> Outcome {
        readCache()
        defer { fetchLock.release() }
        while true {
            switch request.decide(state) {
            case .printFresh(let quote): return Outcome(.quote(delivered(quote, .fresh)), diagnostics)
            case .giveUp(let reason, let reports):
                diagnostics.reports = reports
                return Outcome(withoutLiveQuote(because: reason), diagnostics)
            case .readRateLimits:
                state.rateLimits = rateLimits.load()
                state.now = now()
            case .acquireLock(let deadline):
                state.waited = fetchLock.acquire(deadline: deadline)
                // Another run may have stored a quote or a rate limit meanwhile.
                state.rateLimits = nil
                readCache()
            case .fetch(let endpoints, let skipped): return Outcome(fetch(endpoints, skipped), diagnostics)
            case .startRefresh:
                return Outcome(withoutLiveQuote(because: .background(startRefreshIfDue())), diagnostics)
            }
        }
    }

    private mutating func fetch(_ endpoints: [Endpoint], _ skipped: [SourceReport]) -> Ending {
        var fetch = FetchWithFallback(endpoints, request.limits, waited: state.waited ?? .zero)
        let quote = fetch.execute(makeRace(endpoints))
        let reports = fetch.reports + skipped
        diagnostics.reports = request.endpoints.compactMap { endpoint in reports.first { $0.endpoint == endpoint } }
        if fetch.reports.contains(where: { $0.mayBeBlocked }), let rateLimits = state.rateLimits {
            diagnostics.otherSource =
                otherEndpoints().first { rateLimits.reports(of: [$0], at: state.now).isEmpty }?.sourceName
        }
        if fetch.reports.contains(where: { $0.isNewRateLimit }) {
            do throws(StoreError) {
                try rateLimits.update { $0.add(fetch.reports, at: now()) }
            } catch {
                diagnostics.rateLimitError = error
            }
        }
        if let quote {
            do throws(StoreError) {
                try PersistLastValidPrice(store: store, now: now).execute(quote)
            } catch {
                diagnostics.storeError = error
            }
            return .quote(DeliveredQuote(quote, .live))
        }
        // Another run may have stored a quote meanwhile.
        readCache()
        if let quote = request.freshQuote(state) { return .quote(delivered(quote, .fresh)) }
        return withoutLiveQuote(because: .failed)
    }

    private func startRefreshIfDue() -> RefreshOutcome {
        guard refreshStamp.lock() else { return .leftToAnotherRun }
        defer { refreshStamp.unlock() }
        let now = now()
        if let last = refreshStamp.time, !request.isRefreshDue(after: last, state.quotes, at: now) {
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

    /// After an error, keeps the quotes that were read before: abandoned requests may have taken the last file descriptors.
    private mutating func readCache() {
        do throws(StoreError) {
            state.quotes = try store.retrieve()
            diagnostics.cacheError = nil
        } catch {
            diagnostics.cacheError = error
        }
        state.now = now()
    }

    /// The newest cached quote, of any source, that may be printed; if there is none, the reason.
    private func withoutLiveQuote(because reason: NoLiveQuote) -> Ending {
        guard request.policy.maxStale > .zero else { return .noQuote(because: reason, .notAllowed) }
        let quotes = StoredQuotes.newestFirst(state.quotes, at: state.now)
        guard let newest = quotes.first else { return .noQuote(because: reason, .noneStored) }
        // A quote from the future counts as the oldest, and may be printed even if the others are too old.
        let allowed = quotes.first { request.policy.allowsStale($0, at: state.now) }
        if let allowed { return .stale(delivered(allowed, .stale), because: reason) }
        return .noQuote(because: reason, .tooOld(delivered(newest, .stale).age))
    }

    private func delivered(_ quote: PriceQuote, _ freshness: DeliveredQuote.Freshness) -> DeliveredQuote {
        DeliveredQuote(quote, freshness, age: Age(state.now - quote.timestamp))
    }
}
