/// When a run uses the cache, and when it may fetch.
package struct CachePolicy: Equatable, Sendable {
    /// What a run does without a fresh quote.
    package enum Mode: Equatable, Sendable {
        case fetch
        /// `--background`: starts a background refresh and does not wait for it.
        case background
        /// `--offline`: never fetches.
        case offline
    }

    package static let defaultMaxStale = Duration.seconds(86_400)
    /// The default of `maxAge` with `--background`.
    package static let defaultBackgroundMaxAge = Duration.seconds(60)

    /// A cached quote younger than this is fresh; with zero, none is, and the run does not share its fetch.
    package let maxAge: Duration
    /// The maximum age of a stale quote, counted from its timestamp; with zero, none is printed.
    package let maxStale: Duration
    package let mode: Mode

    package init(maxAge: Duration = .zero, maxStale: Duration = Self.defaultMaxStale, mode: Mode = .fetch) {
        self.maxAge = maxAge
        self.maxStale = maxStale
        self.mode = mode
    }

    /// Whether a cached quote is fresh: younger than `maxAge`, or received since the run began, which another run
    /// has fetched in the meantime.
    func isFresh(_ quote: PriceQuote, at now: Timestamp, runStart: Timestamp) -> Bool {
        let age = now - quote.timestamp
        return maxAge > .zero && age >= .zero && (age < maxAge || quote.timestamp >= runStart)
    }

    /// Whether a cached quote may be printed as stale.
    func allowsStale(_ quote: PriceQuote, at now: Timestamp) -> Bool { now - quote.timestamp <= maxStale }
}
