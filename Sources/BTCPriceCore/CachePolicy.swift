/// What a run takes from the cache.
public struct CachePolicy: Equatable, Sendable {
    /// A cached quote younger than this will do; zero: none will.
    public var maxAge: Duration
    /// The oldest stale quote worth printing; nil: any is, zero: none is.
    public var maxStale: Duration?
    /// Whether the network is left alone altogether.
    public var isOffline: Bool
    /// The sources of this run: only their quotes can be fresh.
    public var sources: [String]

    /// By default every quote is fetched, and any cached one may be printed as stale.
    public init(maxAge: Duration = .zero, maxStale: Duration? = nil, isOffline: Bool = false, sources: [String] = []) {
        self.maxAge = maxAge
        self.maxStale = maxStale
        self.isOffline = isOffline
        self.sources = sources
    }
}
