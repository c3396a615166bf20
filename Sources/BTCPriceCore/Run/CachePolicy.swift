/// When a run uses the cache, and when it may fetch.
package struct CachePolicy: Equatable, Sendable {
    /// What to do without a fresh quote.
    package enum Mode: Equatable, Sendable {
        case fetch
        /// Start a background refresh if one is due; do not wait for it.
        case background
        /// Never fetch.
        case offline
    }

    package static let defaultMaxStale = Duration.seconds(86_400)
    package static let defaultBackgroundMaxAge = Duration.seconds(60)

    /// A cached quote of this run's sources is fresh if it is younger than this (`isFresh`). Zero: none is fresh, and
    /// the run does not wait for the fetch of another run.
    package let maxAge: Duration
    /// A stale quote may be printed if it is not older than this. Zero: none is printed.
    package let maxStale: Duration
    package let mode: Mode
    /// Whether the user asked for one source only: then not even a stale quote of another one is printed.
    package let isForOneSource: Bool

    package init(
        maxAge: Duration = .zero, maxStale: Duration = Self.defaultMaxStale, mode: Mode = .fetch,
        isForOneSource: Bool = false
    ) {
        self.isForOneSource = isForOneSource
        self.maxAge = maxAge
        self.maxStale = maxStale
        self.mode = mode
    }

    /// Whether a cached quote of this run's sources is fresh: younger than `maxAge`, or fetched by another run since
    /// this one began. Never one from the future, and none without `maxAge`.
    func isFresh(_ quote: PriceQuote, at now: Timestamp, runStart: Timestamp) -> Bool {
        let age = now - quote.timestamp
        guard maxAge > .zero, age >= .zero else { return false }
        return age < maxAge || quote.timestamp >= runStart
    }

    /// Whether a stale quote is not too old to print. The caller has ruled out a `maxStale` of zero.
    func allowsStale(_ quote: PriceQuote, at now: Timestamp) -> Bool { now - quote.timestamp <= maxStale }
}
