/// Cuts the bytes of a template into pieces.
struct TemplateReader {
    private static let open = UInt8(ascii: "{")
    private static let close = UInt8(ascii: "}")

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func read() throws(Template.Problem) -> [Template.Piece] {
        var pieces: [Template.Piece] = []
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == Self.open, rest.first != Self.open {
                if !text.isEmpty { pieces.append(.text(text)) }
                text = []
                pieces.append(try readPlaceholder())
            } else {
                if byte == Self.open || byte == Self.close, rest.first == byte { rest.removeFirst() }
                text.append(byte)
            }
        }
        return text.isEmpty ? pieces : pieces + [.text(text)]
    }

    /// Reads on from behind the opening brace.
    private mutating func readPlaceholder() throws(Template.Problem) -> Template.Piece {
        let stale = Array("stale:".utf8)
        if rest.starts(with: stale) {
            rest.removeFirst(stale.count)
            return .whenStale(try readStaleText())
        }
        guard let end = rest.firstIndex(of: Self.close) else { throw unclosed(rest) }
        let name = String(decoding: rest[..<end], as: UTF8.self)
        guard let placeholder = Template.Placeholder(rawValue: name) else {
            throw Template.Problem("unknown placeholder {\(name.prefix(40))}")
        }
        rest = rest[(end + 1)...]
        return .value(placeholder)
    }

    private mutating func readStaleText() throws(Template.Problem) -> [UInt8] {
        let start = rest
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == Self.open || byte == Self.close, rest.first == byte {
                rest.removeFirst()
            } else if byte == Self.close {
                return text
            }
            text.append(byte)
        }
        throw unclosed(Array("stale:".utf8) + start)
    }

    private func unclosed(_ bytes: some Collection<UInt8>) -> Template.Problem {
        Template.Problem("unclosed placeholder {\(String(decoding: bytes.prefix(40), as: UTF8.self))")
    }
}
