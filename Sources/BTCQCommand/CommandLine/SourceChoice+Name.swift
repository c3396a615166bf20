import BTCPriceCore

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
