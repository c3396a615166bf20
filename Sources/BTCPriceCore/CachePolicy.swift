/// What a run takes from the cache, and whether it may ask the network.
public struct CachePolicy: Equatable, Sendable {
    /// What a run does when no fresh quote is cached.
    public enum Mode: Equatable, Sendable {
        /// Fetches one.
        case fetch
        /// Fetches one, unless another run is at it.
        case refresh
        /// Has another process refresh the cache, and waits for nothing.
        case background
        /// Leaves the network alone.
        case offline
    }

    /// How old a stale quote may be that is printed, unless the user says something else.
    public static let defaultMaxStale = Duration.seconds(86_400)
    /// How young a quote has to be for a run in the background to leave it at that, unless the user says something else.
    public static let defaultBackgroundMaxAge = Duration.seconds(60)

    /// A cached quote younger than this will do; zero: none will.
    public var maxAge: Duration
    /// The oldest stale quote worth printing; zero: none is.
    public var maxStale: Duration
    /// What to do when no fresh quote is cached.
    public var mode: Mode
    /// The sources of this run, the primary first: only their quotes can be fresh.
    public var sources: [String]

    /// By default every quote is fetched, and a cached one of the last day may be printed as stale.
    public init(
        maxAge: Duration = .zero, maxStale: Duration = Self.defaultMaxStale, mode: Mode = .fetch, sources: [String] = []
    ) {
        self.maxAge = maxAge
        self.maxStale = maxStale
        self.mode = mode
        self.sources = sources
    }
}
