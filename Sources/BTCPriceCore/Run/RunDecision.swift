/// What a run does next. It follows from values only, so that every case can be tested without files, threads and clocks.
package enum RunDecision: Equatable, Sendable {
    case printFresh(PriceQuote)
    /// Print as stale the newest cached quote that the policy allows, or none. The reports are those of rate-limited sources.
    case giveUp(NoLiveQuote, [SourceReport] = [])
    /// Read the rate limits, and decide again. A run that prints a fresh quote, or is offline, does not need them.
    case readRateLimits
    /// Try to acquire the fetch lock until `deadline`, counted from the beginning of the run, and decide again.
    case acquireLock(deadline: Duration)
    /// Ask these endpoints, the first one first. `skipped`: the reports of the run's other sources, which are rate-limited.
    case fetch([Endpoint], skipped: [SourceReport])
    /// Start a background refresh if one is due, and give up.
    case startRefresh
}

/// What does not change during a run.
package struct RunRequest: Equatable, Sendable {
    /// For this long after the start of a background refresh no second one is started, unless a quote is stored in the meantime.
    package static let refreshInterval = Duration.seconds(10)

    package let currency: Currency
    /// The primary's, and the fallback's if there is one.
    package let endpoints: [Endpoint]
    package let policy: CachePolicy
    package let limits: FetchLimits

    package init(currency: Currency, endpoints: [Endpoint], policy: CachePolicy, limits: FetchLimits) {
        self.currency = currency
        self.endpoints = endpoints
        self.policy = policy
        self.limits = limits
    }
}

/// What a run knows at one moment.
package struct RunState: Equatable, Sendable {
    let start: Timestamp
    var now: Timestamp
    /// The cached quotes.
    var quotes: [PriceQuote] = []
    /// The stored rate limits; nil if they have not been read, or must be read again.
    var rateLimits: RateLimits?
    /// How long the run has tried to acquire the fetch lock, with or without success; nil if it has not tried.
    var waited: Duration?
}

extension RunRequest {
    package func decide(_ state: RunState) -> RunDecision {
        if let quote = freshQuote(state) { return .printFresh(quote) }
        if policy.mode == .offline { return .giveUp(.offline) }
        guard let rateLimits = state.rateLimits else { return .readRateLimits }
        let skipped = rateLimits.reports(of: endpoints, at: state.now)
        let asked = endpoints.filter { endpoint in !skipped.contains { $0.endpoint == endpoint } }
        if policy.mode == .background {
            return asked.isEmpty ? .giveUp(.background(.rateLimited), skipped) : .startRefresh
        }
        if asked.isEmpty { return .giveUp(.failed, skipped) }
        if policy.maxAge > .zero, state.waited == nil { return .acquireLock(deadline: limits.fetchLockDeadline) }
        return .fetch(asked, skipped: skipped)
    }

    /// The newest quote of the run's sources that is fresh.
    func freshQuote(_ state: RunState) -> PriceQuote? {
        state.quotes.filter { isFromSource($0) && policy.isFresh($0, at: state.now, runStart: state.start) }
            .max { $0.timestamp < $1.timestamp }
    }

    /// Whether a background refresh is to be started. If not, the last refresh is still running, has failed, or could not store
    /// its quote.
    ///
    /// - Parameters:
    ///   - last: when the last refresh was started. If this is in the future, a refresh is due.
    ///   - quotes: the cached quotes.
    func isRefreshDue(after last: Timestamp, _ quotes: [PriceQuote], at now: Timestamp) -> Bool {
        guard last <= now, now - last < Self.refreshInterval else { return true }
        return quotes.contains { isFromSource($0) && $0.timestamp > last && $0.timestamp <= now }
    }

    private func isFromSource(_ quote: PriceQuote) -> Bool { endpoints.contains { $0.sourceName == quote.sourceName } }
}
