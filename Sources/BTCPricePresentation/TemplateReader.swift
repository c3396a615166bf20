import BTCPriceCore

/// Cuts the bytes of a template into pieces.
struct TemplateReader {
    private static let open = UInt8(ascii: "{")
    private static let close = UInt8(ascii: "}")
    private static let colon = UInt8(ascii: ":")

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func read() throws(UsageError) -> [Template.Piece] {
        let pieces = try readPieces(isNested: false)
        guard rest.isEmpty else { throw Self.problem("needless }") }
        return pieces
    }

    /// Reads up to the end, or to a brace that closes nothing: the end of a nested TEXT.
    private mutating func readPieces(isNested: Bool) throws(UsageError) -> [Template.Piece] {
        var pieces: [Template.Piece] = []
        var text: [UInt8] = []
        while let byte = rest.first {
            let isDoubled = rest.dropFirst().first == byte
            if byte == Self.close, !isDoubled { break }
            rest.removeFirst()
            if byte == Self.open, !isDoubled {
                if !text.isEmpty { pieces.append(.text(text)) }
                text = []
                pieces.append(try readPlaceholder(isNested: isNested))
            } else {
                if byte == Self.open || byte == Self.close { rest.removeFirst() }
                text.append(byte)
            }
        }
        return text.isEmpty ? pieces : pieces + [.text(text)]
    }

    /// Reads on from behind the opening brace.
    private mutating func readPlaceholder(isNested: Bool) throws(UsageError) -> Template.Piece {
        let start = rest
        let name = rest.prefix { $0 != Self.colon && $0 != Self.close && $0 != Self.open }
        rest = rest[name.endIndex...]
        guard let mark = rest.popFirst() else { throw Self.problem("unclosed placeholder", start) }
        guard mark == Self.colon else {
            guard mark == Self.close else { throw Self.problem("unclosed placeholder", start) }
            guard let placeholder = Template.Placeholder.allCases.first(where: { Self.names(name, $0) }) else {
                throw Self.problem("unknown placeholder", start)
            }
            return .value(placeholder)
        }
        if let condition = Template.Condition.allCases.first(where: { Self.names(name, $0) }) {
            guard !isNested else { throw Self.problem("no TEXT within a TEXT: placeholder", start) }
            let pieces = try readPieces(isNested: true)
            guard rest.popFirst() == Self.close else { throw Self.problem("unclosed placeholder", start) }
            return .when(condition, pieces)
        }
        return try readDecimals(of: name, start)
    }

    private mutating func readDecimals(
        of name: ArraySlice<UInt8>, _ start: ArraySlice<UInt8>
    ) throws(UsageError) -> Template.Piece {
        let isPrice = Self.names(name, Template.Placeholder.price)
        guard isPrice || Self.names(name, Template.Placeholder.number) else {
            throw Self.problem("unknown placeholder", start)
        }
        let value = rest.prefix { $0 != Self.close }
        rest = rest[value.endIndex...]
        guard rest.popFirst() != nil else { throw Self.problem("unclosed placeholder", start) }
        guard value.count == 1, let digit = value.first, (UInt8(ascii: "0")...UInt8(ascii: "8")).contains(digit) else {
            throw Self.problem("no number from 0 to 8 in placeholder", start)
        }
        let decimals = Int(digit - UInt8(ascii: "0"))
        return isPrice ? .price(decimals: decimals) : .number(decimals: decimals)
    }

    private static func names(_ bytes: ArraySlice<UInt8>, _ name: some RawRepresentable<String>) -> Bool {
        bytes.elementsEqual(name.rawValue.utf8)
    }

    private static func problem(_ complaint: String, _ placeholder: ArraySlice<UInt8>) -> UsageError {
        problem("\(complaint) \(UsageError.shown([open] + placeholder.prefix { $0 != close } + [close]))")
    }

    private static func problem(_ complaint: String) -> UsageError {
        let known = Template.placeholders.joined(separator: " ")
        return UsageError("\(complaint); known are \(known)", hint: .manual)
    }
}
