public import BTCPriceCore

/// A line of the user's own, read once: bytes that pass unchanged, and placeholders.
public struct Template: Equatable, Sendable {
    /// What stands between braces by itself.
    public enum Placeholder: String, CaseIterable, Sendable {
        /// As in the format text.
        case price
        /// As in the format number, always exact.
        case number
        /// The code of the currency.
        case currency
        /// The market as the source names it.
        case pair
        /// As in the format text.
        case timestamp
        /// The name of the source.
        case source
        /// `true` or `false`.
        case cached
        /// `true` or `false`.
        case stale
        /// As in the format text.
        case age
        /// In whole seconds.
        case ageSeconds = "age_seconds"
    }

    /// When the TEXT of `{stale:TEXT}` and its like is printed.
    public enum Condition: String, CaseIterable, Sendable {
        /// The quote is stale.
        case stale
        /// The quote is cached.
        case cached
        /// The quote is not stale.
        case fresh
    }

    indirect enum Piece: Equatable, Sendable {
        case text([UInt8])
        case value(Placeholder)
        /// `{price:N}`.
        case price(decimals: Int)
        /// `{number:N}`.
        case number(decimals: Int)
        /// `{stale:TEXT}`.
        case when(Condition, [Piece])
    }

    /// What can stand in a template, for messages and the manual.
    public static var placeholders: [String] {
        Placeholder.allCases.map { "{\($0.rawValue)}" } + ["{price:N}", "{number:N}"]
            + Condition.allCases.map { "{\($0.rawValue):TEXT}" } + ["{{", "}}"]
    }

    let pieces: [Piece]

    /// Reads a template; `{{` and `}}` are braces, in a TEXT too. No escapes are interpreted. The message of the error
    /// is a clause.
    public init(_ bytes: [UInt8]) throws(UsageError) {
        var reader = TemplateReader(bytes)
        pieces = try reader.read()
    }
}
