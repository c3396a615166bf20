/// When a run uses the cache, and when it may fetch.
package struct CachePolicy: Equatable, Sendable {
    /// What a run does without a fresh quote.
    package enum Mode: Equatable, Sendable {
        case fetch
        /// Fetches unless another run is fetching already: this run is a background refresh.
        case backgroundRefresh
        /// Starts a background refresh and does not wait for it.
        case background
        case offline
    }

    package static let defaultMaxStale = Duration.seconds(86_400)
    /// With `--background`.
    package static let defaultBackgroundMaxAge = Duration.seconds(60)

    /// A cached quote younger than this is fresh; with zero, none is.
    package let maxAge: Duration
    /// The maximum age of a stale quote; with zero, none is printed.
    package let maxStale: Duration
    package let mode: Mode

    package init(
        maxAge: Duration = .zero, maxStale: Duration = Self.defaultMaxStale, mode: Mode = .fetch
    ) {
        self.maxAge = maxAge
        self.maxStale = maxStale
        self.mode = mode
    }

    /// Whether the run shares its fetch with others, and makes none shortly after one has failed.
    var isShared: Bool { maxAge > .zero || mode != .fetch }
}
