import BTCPriceCore
import BTCPricePresentation

/// What the arguments ask for. A property is nil if its option was not given and its default depends on other options.
struct RunOptions: Sendable {
    /// When to print the header.
    enum HeaderMode: String, CaseIterable, Sendable {
        /// `auto`: unless the output is a regular file that contains something.
        case auto, always, never
    }

    /// What is written to stderr.
    enum Verbosity: Equatable, Sendable {
        /// `quiet`: only usage and write errors; `verbose`: each source's result too.
        case quiet, normal, verbose
    }

    private(set) var invocation = Invocation.run
    var sources = SourceChoice()
    /// The head start of the primary; see `FetchLimits.timeout`.
    var timeout: Duration?
    var maxTime: Duration?
    var maxAge: Duration?
    var maxStale = CachePolicy.defaultMaxStale
    var isOffline = false
    var isBackground = false
    var isStaleOK = false
    var format = FormatRegistry.formats[0]
    var decimals: Decimals?
    var header = HeaderMode.auto
    var verbosity = Verbosity.normal

    func limits(_ selection: SourceSelection) -> FetchLimits {
        FetchLimits(timeout: timeout, maxTime: maxTime, hasFallback: selection.fallback != nil)
    }

    /// Whether the status after a stale quote is 0, not 3.
    var staleIsSuccess: Bool { isStaleOK || format.impliesStaleOK }

    /// The first of `--help`, `--version` and `--completions` decides.
    mutating func choose(_ special: Invocation) {
        if invocation == .run { invocation = special }
    }

    var cachePolicy: CachePolicy {
        let mode: CachePolicy.Mode = isOffline ? .offline : isBackground ? .background : .fetch
        let defaultMaxAge = mode == .background ? CachePolicy.defaultBackgroundMaxAge : .zero
        return CachePolicy(maxAge: maxAge ?? defaultMaxAge, maxStale: maxStale, mode: mode)
    }
}

enum Invocation: Equatable, Sendable {
    case help
    case version
    case completions(Shell)
    /// Print a quote: none of the others.
    case run
}

enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

extension SourceChoice.Fallback {
    init(_ source: Source?) {
        self = source.map(Self.source) ?? .disabled
    }

    /// A description for completions.
    var summary: String {
        if case .source(let source) = self { source.host } else { "no fallback" }
    }

    /// The value of `--fallback`.
    var name: String {
        if case .source(let source) = self { source.name } else { "none" }
    }
}
