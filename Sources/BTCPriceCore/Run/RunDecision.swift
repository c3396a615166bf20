/// What a run does next. It follows from values alone, so that every case can be tested without files, threads and
/// clocks.
package enum RunDecision: Equatable, Sendable {
    case printFresh(PriceQuote)
    /// Print the newest stale quote that the policy allows, or none. The reports are those of rate-limited sources.
    case giveUp(NoLiveQuote, [SourceReport] = [])
    /// Read the rate limits, then decide again. Runs that print a fresh quote, or are offline, do not need them.
    case readRateLimits
    /// Wait for the fetch lock until `deadline` at most, and decide again.
    case acquireLock(deadline: Duration)
    /// Ask these endpoints, the first one first. `skipped`: reports of the rate-limited ones.
    case fetch([Endpoint], skipped: [SourceReport])
    /// Start a background refresh if one is due; then give up.
    case startRefresh
}

/// What does not change during a run.
package struct RunRequest: Equatable, Sendable {
    /// No second refresh starts this soon after another, unless that has stored a quote.
    package static let refreshInterval = Duration.seconds(10)

    package let currency: Currency
    /// The primary's first.
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
    var quotes: [PriceQuote] = []
    /// Nil if the rate limits have to be read, or read again.
    var rateLimits: RateLimits?
    /// How long the run has waited for the fetch lock; nil if it has not tried.
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

    /// The newest fresh quote of this run's sources, if there is one.
    func freshQuote(_ state: RunState) -> PriceQuote? {
        state.quotes.filter { isFromSource($0) && policy.isFresh($0, at: state.now, runStart: state.start) }
            .max { $0.timestamp < $1.timestamp }
    }

    /// Whether to start a background refresh. If not, the last one is still running, has failed, or could not store its
    /// quote.
    ///
    /// - Parameters:
    ///   - last: when the last one was started; a time in the future does not count.
    ///   - quotes: the cached quotes.
    func isRefreshDue(after last: Timestamp, _ quotes: [PriceQuote], at now: Timestamp) -> Bool {
        guard last <= now, now - last < Self.refreshInterval else { return true }
        return quotes.contains { isFromSource($0) && $0.timestamp > last && $0.timestamp <= now }
    }

    private func isFromSource(_ quote: PriceQuote) -> Bool { endpoints.contains { $0.sourceName == quote.sourceName } }
}
