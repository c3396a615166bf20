/// What a run knows at one moment.
struct RunState: Equatable, Sendable {
    let start: Timestamp
    var now: Timestamp
    var quotes: [PriceQuote] = []
    /// For how long each source must not be asked; nil for one that may be. Unknown until the rate limits have been read.
    var rateLimits: [Duration?]?
    /// How long the run has waited for the fetch lock; nil if it has not tried.
    var waited: Duration?
}
