import BTCPriceCore
public import BTCPricePresentation

/// What one run is asked to do, as it was typed: what was not typed is nil or a default.
public struct Request: Equatable, Sendable {
    /// Who is asked second.
    public enum Fallback: Equatable, Sendable {
        /// Nobody.
        case nobody
        /// The source of that name.
        case source(String)
    }

    /// How the quote is printed.
    public enum Output: Equatable, Sendable {
        /// In a format of the registry.
        case format(String)
        /// In a line of the user's own.
        case template(Template)
    }

    /// When a format's header is printed.
    public enum Header: String, CaseIterable, Sendable {
        /// Into an empty regular file only.
        case auto
        case always
        case never
    }

    /// What reaches stderr.
    public enum Verbosity: Equatable, Sendable {
        /// Usage errors and failed writes.
        case quiet
        /// Warnings too.
        case normal
        /// How each source did, too.
        case verbose
    }

    /// The source asked first.
    public var primary: String?
    /// The source asked second.
    public var fallback: Fallback?
    /// How long the primary has before the fallback is asked as well.
    public var timeout: Duration?
    /// The bound on the whole fetch.
    public var maxTime = FetchWithFallback.defaultMaxTime
    /// A cached quote younger than this will do.
    public var maxAge = Duration.zero
    /// The oldest stale quote worth printing.
    public var maxStale: Duration?
    /// Only the cache.
    public var isOffline = false
    /// How the quote is printed.
    public var output = Output.format("text")
    /// Decimals of a price made for reading.
    public var formatOptions = FormatOptions()
    /// When the header is printed.
    public var header = Header.auto
    /// What reaches stderr.
    public var verbosity = Verbosity.normal

    /// A run as it is without any option.
    public init() {}
}
