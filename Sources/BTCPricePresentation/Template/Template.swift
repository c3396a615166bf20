import BTCPriceCore

/// A custom output format: text that is printed unchanged, and placeholders.
package struct Template: Equatable, Sendable {
    package enum Placeholder: String, CaseIterable, Sendable {
        case price, number, sats, change, currency, pair, timestamp, date, epoch, source, cached, stale, age
        case ageSeconds = "age_seconds"

        /// Whether `{name:N}` prints it with N decimals.
        var acceptsDecimals: Bool { [.price, .number, .sats].contains(self) }
    }

    /// When the TEXT of `{stale:TEXT}` is printed.
    package enum Condition: String, CaseIterable, Sendable {
        /// `fresh` means not stale, so it includes live.
        case stale, cached, fresh
        /// The change is positive or negative; neither if it is zero or unknown.
        case up, down
    }

    indirect enum Piece: Equatable, Sendable {
        case text([UInt8])
        /// `{price:N}`; without N, the decimals are nil.
        case value(Placeholder, decimals: Decimals?)
        /// `{stale:TEXT}`
        case conditional(Condition, [Piece])
    }

    /// All that a template may contain besides text, such as `{price}`, `{price:N}`, `{stale:TEXT}` and `{{`; for messages,
    /// `--help` and the man page.
    package static var placeholders: [String] {
        Placeholder.allCases.map { "{\($0.rawValue)}" }
            + Placeholder.allCases.filter { $0.acceptsDecimals }.map { "{\($0.rawValue):N}" }
            + Condition.allCases.map { "{\($0.rawValue):TEXT}" } + ["{{", "}}"]
    }

    let pieces: [Piece]

    /// `{{` and `}}` are printed as `{` and `}`, in a TEXT too. There are no escapes such as `\n`.
    package init(_ bytes: [UInt8]) throws(TemplateError) {
        var parser = TemplateParser(bytes)
        pieces = try parser.parse()
    }
}

/// What is wrong with a template. The bytes are the placeholder as it was typed, or its beginning.
package enum TemplateError: Error, Equatable {
    /// No placeholder has this name, or the placeholder of this name takes no N or TEXT, or requires a TEXT.
    case unknownPlaceholder([UInt8])
    /// The brace is not followed by a name, as in JSON.
    case notAPlaceholder([UInt8])
    case unclosedPlaceholder([UInt8])
    /// A TEXT contains a placeholder that takes a TEXT itself.
    case nestedText([UInt8])
    /// The N of `{price:N}` is not a number from 0 to 8.
    case invalidDecimals([UInt8])
    /// A `}` without a placeholder.
    case unexpectedBrace
}
