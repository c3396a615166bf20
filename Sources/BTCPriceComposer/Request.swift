public import BTCPriceCore
public import BTCPriceNetworking
public import BTCPricePresentation

/// What one run is asked to do, as it was typed: what was not typed is nil or a default.
public struct Request: Sendable {
    /// Who is asked second.
    public enum Fallback: Sendable {
        /// Nobody.
        case nobody
        /// This source.
        case source(any Exchange)
    }

    /// What the quote is turned into.
    public enum Style: Sendable {
        /// A format of the registry.
        case format(QuoteFormat)
        /// A line of the user's own.
        case template(Template)
    }

    /// When a format's header is printed.
    public enum Header: String, CaseIterable, Sendable {
        /// Into an empty regular file only.
        case auto
        /// In front of every row.
        case always
        /// Not at all.
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
    public var primary: (any Exchange)?
    /// The source asked second.
    public var fallback: Fallback?
    /// What bitcoin is priced in.
    public var currency: Currency?
    /// How long the primary has before the fallback is asked as well.
    public var timeout: Duration?
    /// The bound on the whole fetch.
    public var maxTime = FetchWithFallback.defaultMaxTime
    /// A cached quote younger than this will do.
    public var maxAge: Duration?
    /// The oldest stale quote worth printing.
    public var maxStale = CachePolicy.defaultMaxStale
    /// Only the cache.
    public var isOffline = false
    /// The cache now, and a refresh behind.
    public var isBackground = false
    /// Whether this process is such a refresh: it gives way to any other run that fetches.
    public var isRefresh = false
    /// Whether a stale quote is a success.
    public var isStaleOK = false
    /// What the quote is turned into.
    public var style: Style
    /// What is asked of the format.
    public var formatOptions = FormatOptions()
    /// When the header is printed.
    public var header = Header.auto
    /// What reaches stderr.
    public var verbosity = Verbosity.normal

    /// A run as it is without any option.
    public init() {
        style = .format(FormatRegistry.formats[0])
    }
}
