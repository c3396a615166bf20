/// What does not change during a run, and the decisions that follow from it and from a `State`.
///
/// They are made from values alone, so that every case can be tested without files, threads and clocks.
package struct RunPlan: Equatable, Sendable {
    /// What a run knows at one moment.
    struct State: Equatable, Sendable {
        let start: Timestamp
        var now: Timestamp
        var quotes: [PriceQuote] = []
        /// Nil until they are read, and after the wait for the fetch lock until they are read again.
        var rateLimits: RateLimitTable?
        /// How long the run has waited for the fetch lock; nil if it has not tried.
        var waited: Duration?
    }

    /// What a run does next.
    enum Decision: Equatable, Sendable {
        case printFresh(PriceQuote)
        /// Print the newest stale quote that the policy allows, or none.
        case giveUp(Outcome.NoFreshQuoteReason)
        /// Read the rate limits, then decide again. Runs that print a fresh quote, or are offline, do not need them.
        case readRateLimits
        /// Wait for the fetch lock until `deadline` at most, and decide again.
        case acquireLock(deadline: Duration)
        /// Ask the sources that may be asked. `rateLimits`: for how long each must not be asked; nil if it may be.
        case fetch(rateLimits: [Duration?])
        /// Start a background refresh if one is due; then give up.
        case startRefresh
    }

    /// The primary's endpoint comes first.
    let endpoints: [Endpoint]
    let policy: CachePolicy
    let limits: FetchLimits

    /// What comes next. A fresh quote makes all else needless. Before a source is asked, its rate limit is read; and
    /// with a `maxAge`, the run first waits for another run that may be fetching.
    func decide(_ state: State) -> Decision {
        if let quote = freshQuote(state) { return .printFresh(quote) }
        if policy.mode == .offline { return .giveUp(.offline) }
        guard let known = state.rateLimits else { return .readRateLimits }
        let rateLimits = endpoints.map { known.timeLeft(of: $0, at: state.now) }
        let mayAsk = rateLimits.contains(nil)
        if policy.mode == .background { return mayAsk ? .startRefresh : .giveUp(.background(.rateLimited)) }
        guard mayAsk else { return .giveUp(.failed) }
        if policy.maxAge > .zero, state.waited == nil { return .acquireLock(deadline: limits.fetchLockDeadline) }
        return .fetch(rateLimits: rateLimits)
    }

    /// The newest fresh quote of this run's sources, if there is one.
    func freshQuote(_ state: State) -> PriceQuote? {
        state.quotes.filter { isOfThisRun($0) && policy.isFresh($0, at: state.now, runStart: state.start) }
            .max { $0.timestamp < $1.timestamp }
    }

    /// Whether it is of one of this run's sources.
    func isOfThisRun(_ quote: PriceQuote) -> Bool { endpoints.contains { $0.sourceName == quote.sourceName } }
}
