import BTCPriceCore

extension SourceChoice.Fallback {
    init(_ source: Source?) {
        self = source.map(Self.source) ?? .disabled
    }

    var host: String {
        if case .source(let source) = self { source.host } else { "no fallback" }
    }

    /// The value of `--fallback`.
    var name: String {
        if case .source(let source) = self { source.name } else { "none" }
    }
}
