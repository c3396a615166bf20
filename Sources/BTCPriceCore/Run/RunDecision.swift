/// What a run does next.
enum RunDecision: Equatable, Sendable {
    case printFresh(PriceQuote)
    /// Print the newest stale quote that the policy allows, or none.
    case giveUp(NoFreshQuote)
    /// Read the rate limits, then decide again. Runs that print a fresh quote, or are offline, do not need them.
    case readRateLimits
    /// Wait for the fetch lock until `deadline` at most, and decide again.
    case acquireLock(deadline: Duration)
    /// Ask the sources that are not rate-limited.
    case fetch
    /// Start a background refresh if one is due; then give up.
    case startRefresh
}
