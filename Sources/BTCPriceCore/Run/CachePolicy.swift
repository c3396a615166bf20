/// When a run uses the cache, and when it may fetch.
package struct CachePolicy: Equatable, Sendable {
    /// What a run does without a fresh quote.
    package enum Mode: Equatable, Sendable {
        case fetch
        /// `--background`: starts a background refresh if one is due, and does not wait for it.
        case background
        /// `--offline`: never fetches.
        case offline
    }

    package static let defaultMaxStale = Duration.seconds(86_400)
    /// The default of `--max-age` in the mode `background`.
    package static let defaultBackgroundMaxAge = Duration.seconds(60)

    /// A cached quote of one of the run's sources is fresh if it is younger than this. With zero, no cached quote is fresh, and
    /// the run does not share its fetch.
    package let maxAge: Duration
    /// The maximum age of a quote that is printed as stale, counted from its timestamp; with zero, none is printed.
    package let maxStale: Duration
    package let mode: Mode

    package init(maxAge: Duration = .zero, maxStale: Duration = Self.defaultMaxStale, mode: Mode = .fetch) {
        self.maxAge = maxAge
        self.maxStale = maxStale
        self.mode = mode
    }

    /// Whether a cached quote of one of the run's sources is fresh: not from the future, and younger than `maxAge` or received
    /// since the run began, which means that another run has fetched it. With a `maxAge` of zero, no quote is fresh.
    func isFresh(_ quote: PriceQuote, at now: Timestamp, runStart: Timestamp) -> Bool {
        let age = now - quote.timestamp
        return maxAge > .zero && age >= .zero && (age < maxAge || quote.timestamp >= runStart)
    }

    /// Whether a cached quote is not too old to be printed as stale; for a `maxStale` other than zero.
    func allowsStale(_ quote: PriceQuote, at now: Timestamp) -> Bool { now - quote.timestamp <= maxStale }
}
