import BTCPriceCore
import BTCPricePresentation

/// Nil for an option that was not given and whose default depends on others.
struct RunOptions: Sendable {
    /// When to print the header.
    enum Header: String, CaseIterable, Sendable {
        /// `auto`: unless the output is a regular file that contains something.
        case auto, always, never
    }

    /// What goes to stderr.
    enum Verbosity: Equatable, Sendable {
        /// `quiet`: only usage and write errors; `verbose`: each source's result too.
        case quiet, normal, verbose
    }

    private(set) var invocation = Invocation.run
    var sources = SourceChoice()
    var timeout: Duration?
    var maxTime: Duration?
    var maxAge: Duration?
    var maxStale = CachePolicy.defaultMaxStale
    var isOffline = false
    var isBackground = false
    var isStaleOK = false
    var format = FormatRegistry.formats[0]
    var decimals: Decimals?
    var header = Header.auto
    var verbosity = Verbosity.normal

    func limits(_ selection: SourceSelection) -> FetchLimits {
        FetchLimits(timeout: timeout, maxTime: maxTime, hasFallback: selection.fallback != nil)
    }

    /// A stale quote has status 0.
    var staleIsSuccess: Bool { isStaleOK || format.impliesStaleOK }

    /// The first choice decides.
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
    /// For a quote.
    case run
}

enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}

extension SourceChoice.Fallback {
    init(_ source: Source?) {
        self = source.map(Self.source) ?? .disabled
    }

    /// For completions.
    var summary: String {
        if case .source(let source) = self { source.host } else { "no fallback" }
    }

    /// The value of `--fallback`.
    var name: String {
        if case .source(let source) = self { source.name } else { "none" }
    }
}
