import BTCPriceCore

struct TemplateParser {
    private static let open = UInt8(ascii: "{")
    private static let close = UInt8(ascii: "}")
    private static let colon = UInt8(ascii: ":")

    private let bytes: [UInt8]
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        rest = bytes[...]
    }

    mutating func parse() throws(TemplateError) -> [Template.Piece] {
        let pieces = try parsePieces(isNested: false)
        guard rest.isEmpty else { throw .unexpectedBrace }
        return pieces
    }

    /// Parses to the end, or to a single `}` that closes no placeholder among these pieces: it ends a TEXT, and is an
    /// error elsewhere.
    private mutating func parsePieces(isNested: Bool) throws(TemplateError) -> [Template.Piece] {
        var pieces: [Template.Piece] = []
        var text: [UInt8] = []
        while let byte = rest.first {
            let isDoubled = rest.dropFirst().first == byte
            if byte == Self.close, !isDoubled { break }
            if byte == Self.open, !isDoubled {
                if !text.isEmpty { pieces.append(.text(text)) }
                text = []
                pieces.append(try parsePlaceholder(isNested: isNested))
            } else {
                rest.removeFirst(byte == Self.open || byte == Self.close ? 2 : 1)
                text.append(byte)
            }
        }
        return text.isEmpty ? pieces : pieces + [.text(text)]
    }

    /// Parses `{name}`, `{name:N}` or `{name:TEXT}`. `rest` begins with its brace.
    private mutating func parsePlaceholder(isNested: Bool) throws(TemplateError) -> Template.Piece {
        let start = rest.startIndex
        rest.removeFirst()
        let name = rest.prefix { $0 != Self.colon && $0 != Self.close && $0 != Self.open }
        rest = rest[name.endIndex...]
        let typedName = Array(bytes[start..<min(name.endIndex + 1, bytes.endIndex)])
        guard let first = name.first, Self.isNameCharacter(first) else { throw .notAPlaceholder(typedName) }
        let mark = rest.popFirst()
        guard mark == Self.close || mark == Self.colon else {
            throw .unclosedPlaceholder(Array(bytes[start..<name.endIndex]))
        }
        guard name.allSatisfy(Self.isNameCharacter) else { throw .notAPlaceholder(typedName) }
        let nameText = String(decoding: name, as: UTF8.self)
        if mark == Self.colon, let condition = Template.Condition(rawValue: nameText) {
            guard !isNested else { throw .nestedText(typed(from: start)) }
            let pieces = try parsePieces(isNested: true)
            guard rest.popFirst() == Self.close else { throw .unclosedPlaceholder(Array(bytes[start...])) }
            return .conditional(condition, pieces)
        }
        guard let placeholder = Template.Placeholder(rawValue: nameText),
            mark == Self.close || placeholder.acceptsDecimals
        else {
            throw .unknownPlaceholder(typed(from: start))
        }
        return .value(placeholder, decimals: mark == Self.colon ? try parseDecimals(from: start) : nil)
    }

    private mutating func parseDecimals(from start: Int) throws(TemplateError) -> DecimalPlaces {
        let value = rest.prefix { $0 != Self.close }
        rest = rest[value.endIndex...]
        guard rest.popFirst() != nil else { throw .unclosedPlaceholder(typed(from: start)) }
        guard let decimals = DecimalPlaces(value) else { throw .invalidDecimals(typed(from: start)) }
        return decimals
    }

    /// The placeholder at `start` as it was typed, to the next closing brace or the end.
    private func typed(from start: Int) -> [UInt8] {
        let end = bytes[start...].firstIndex(of: Self.close)
        return Array(bytes[start..<(end.map { $0 + 1 } ?? bytes.endIndex)])
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte.isDigit || byte == UInt8(ascii: "_")
    }
}
