/// What a run knows at one moment.
struct RunState: Equatable, Sendable {
    let start: Timestamp
    var now: Timestamp
    var quotes: [PriceQuote] = []
    /// Nil if the rate limits have to be read, or read again.
    var rateLimits: RateLimits?
    /// How long the run has waited for the fetch lock; nil if it has not tried.
    var waited: Duration?
}
