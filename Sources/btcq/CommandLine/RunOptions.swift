import BTCPriceComposer
import BTCPriceCore
import BTCPricePresentation

/// What the arguments and the configuration file ask for. A property is nil if its option was not given and its default
/// depends on other options.
struct RunOptions: Sendable {
    /// What one given option changes, with its value.
    typealias Setting = @Sendable (inout RunOptions) -> Void

    /// What the program is to do.
    enum Invocation: Equatable, Sendable {
        case help
        case version
        case completions(CompletionScript.Shell)
        /// The default: print a quote.
        case run
    }

    /// When to print the header.
    enum HeaderMode: String, CaseIterable, Sendable {
        /// `auto`: unless the output is a regular file that contains something.
        case auto, always, never
    }

    /// What is written to stderr.
    enum Verbosity: Equatable, Sendable {
        /// `quiet`: only usage and write errors; `verbose`: also what was read and each source's result.
        case quiet, normal, verbose
    }

    /// What these options were made of, in the order in which they were applied.
    let settings: [Setting]

    private(set) var invocation = Invocation.run
    var sources = SourceOptions<AppSource>()
    /// The head start of the primary; see `FetchLimits.timeout`.
    var timeout: Duration?
    var maxTime: Duration?
    var maxAge: Duration?
    var maxStale = CachePolicy.defaultMaxStale
    var isOffline = false
    var isBackground = false
    var isStaleOK = false
    var format = FormatRegistry.formats[0]
    var decimals: DecimalPlaces?
    var header = HeaderMode.auto
    var verbosity = Verbosity.normal

    func limits(hasFallback: Bool) -> FetchLimits {
        FetchLimits(timeout: timeout, maxTime: maxTime, hasFallback: hasFallback)
    }

    /// Applies settings in their order: of several for one thing the last one wins, but of invocations the first.
    init(_ settings: [Setting]) {
        self.settings = settings
        for setting in settings { setting(&self) }
    }

    /// Of several invocations, the first one decides.
    mutating func choose(_ invocation: Invocation) {
        if self.invocation == .run { self.invocation = invocation }
    }

    /// Whether the status after a stale quote is 0, not 3.
    var staleIsSuccess: Bool { isStaleOK || format.impliesStaleOK }

    var cachePolicy: CachePolicy {
        let mode: CachePolicy.Mode = isOffline ? .offline : isBackground ? .background : .fetch
        let defaultMaxAge = mode == .background ? CachePolicy.defaultBackgroundMaxAge : .zero
        return CachePolicy(
            maxAge: maxAge ?? defaultMaxAge, maxStale: maxStale, mode: mode, isForOneSource: sources.isForOneSource)
    }
}
