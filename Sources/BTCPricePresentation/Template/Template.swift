import BTCPriceCore

/// Text that is printed unchanged, and placeholders.
package struct Template: Equatable, Sendable {
    /// `sats` is how many satoshis one unit of the currency buys.
    package enum Placeholder: String, CaseIterable, Sendable {
        case price, number, sats, change, currency, pair, timestamp, date, epoch, source, cached, stale, age
        case ageSeconds = "age_seconds"

        /// Whether N decimals can be asked for, as in `{price:N}`.
        var acceptsDecimals: Bool { [.price, .number, .sats].contains(self) }
    }

    /// When the TEXT of a placeholder such as `{stale:TEXT}` is printed.
    package enum Condition: String, CaseIterable, Sendable {
        /// `fresh` is anything but stale.
        case stale, cached, fresh
        /// A change of zero, or an unknown one, is neither.
        case up, down
    }

    indirect enum Piece: Equatable, Sendable {
        case text([UInt8])
        /// `{price:N}`; nil without N.
        case value(Placeholder, decimals: DecimalPlaces?)
        /// `{stale:TEXT}`
        case conditional(Condition, [Piece])
    }

    /// For messages and `--help`: `{price}`, `{price:N}`, `{stale:TEXT}` and so on.
    package static var placeholders: [String] {
        Placeholder.allCases.map { "{\($0.rawValue)}" }
            + Placeholder.allCases.filter { $0.acceptsDecimals }.map { "{\($0.rawValue):N}" }
            + Condition.allCases.map { "{\($0.rawValue):TEXT}" } + ["{{", "}}"]
    }

    let pieces: [Piece]

    /// `{{` and `}}` become `{` and `}`, in a TEXT too. There are no escapes such as `\n`.
    package init(_ bytes: [UInt8]) throws(TemplateError) {
        var parser = TemplateParser(bytes)
        pieces = try parser.parse()
    }
}

/// The bytes are the placeholder as it was typed, or its beginning.
package enum TemplateError: Error, Equatable {
    /// No such name, or not in this form: `{up}` without a TEXT, `{source:2}`.
    case unknownPlaceholder([UInt8])
    /// What follows the brace is not a name, as in JSON, or in `{price }`.
    case notAPlaceholder([UInt8])
    case unclosedPlaceholder([UInt8])
    /// A TEXT contains a placeholder with a TEXT.
    case nestedText([UInt8])
    /// The N is not one digit from 0 to 8.
    case invalidDecimals([UInt8])
    /// A `}` without a placeholder.
    case unexpectedBrace
}
