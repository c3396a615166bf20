import BTCPriceCore

/// Text that is printed unchanged, and placeholders.
package struct Template: Equatable, Sendable {
    package enum Placeholder: String, CaseIterable, Sendable {
        case price, number, sats, change, currency, pair, timestamp, date, epoch, source, cached, stale, age
        case ageSeconds = "age_seconds"

        /// `{name:N}`
        var acceptsDecimals: Bool { [.price, .number, .sats].contains(self) }
    }

    /// For `{stale:TEXT}`.
    package enum Condition: String, CaseIterable, Sendable {
        /// `fresh` is anything but stale.
        case stale, cached, fresh
        /// Neither if the change is zero or unknown.
        case up, down
    }

    indirect enum Piece: Equatable, Sendable {
        case text([UInt8])
        /// `{price:N}`; nil without N.
        case value(Placeholder, decimals: Decimals?)
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
    /// No such placeholder, or with an N or TEXT that it does not take, or without one that it needs.
    case unknownPlaceholder([UInt8])
    /// No name after the brace, as in JSON.
    case notAPlaceholder([UInt8])
    case unclosedPlaceholder([UInt8])
    /// A TEXT in another one.
    case nestedText([UInt8])
    /// The N is not 0 to 8.
    case invalidDecimals([UInt8])
    /// A `}` without a placeholder.
    case unexpectedBrace
}
