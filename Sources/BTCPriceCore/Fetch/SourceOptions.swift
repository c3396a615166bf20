/// What the user chose; nil where nothing was chosen.
package struct SourceOptions<S: Source>: Sendable {
    package enum Fallback: Sendable {
        case disabled
        case source(S)
    }

    package var currency: Currency?
    package var primary: S?
    package var fallback: Fallback?

    package init() {}

    /// `--source`, or `--fallback none`
    package var isForOneSource: Bool {
        if case .disabled? = fallback { true } else { false }
    }

    var fallbackSource: S? {
        if case .source(let source)? = fallback { source } else { nil }
    }
}
