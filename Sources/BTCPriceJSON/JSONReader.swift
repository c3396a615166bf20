/// A recursive-descent reader of one JSON text.
struct JSONReader {
    /// Responses of exchanges have up to four levels; each level takes space on the stack.
    static let maxDepth = 32

    private let bytes: [UInt8]
    private(set) var offset = 0
    private var depth = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func readDocument() throws(JSONError) -> JSONValue {
        let value = try readValue()
        skipSpace()
        guard offset == bytes.count else { throw error("trailing text") }
        return value
    }

    private mutating func readValue() throws(JSONError) -> JSONValue {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return try nested { reader throws(JSONError) in try reader.readObject() }
        case UInt8(ascii: "["): return try nested { reader throws(JSONError) in try reader.readArray() }
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readLiteral("true", as: .bool(true))
        case UInt8(ascii: "f"): return try readLiteral("false", as: .bool(false))
        case UInt8(ascii: "n"): return try readLiteral("null", as: .null)
        default: return .number(try readNumber())
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(JSONError) -> JSONValue
    ) throws(JSONError) -> JSONValue {
        guard depth < Self.maxDepth else { throw error("nested too deep") }
        depth += 1
        defer { depth -= 1 }
        offset += 1
        return try read(&self)
    }

    private mutating func readObject() throws(JSONError) -> JSONValue {
        var members: [JSONMember] = []
        if skip("}") { return .object(members) }
        repeat {
            skipSpace()
            let key = try readString()
            guard skip(":") else { throw error("no colon") }
            members.append(JSONMember(key: key, value: try readValue()))
        } while skip(",")
        guard skip("}") else { throw error("unclosed object") }
        guard Self.areUnique(members) else { throw error("duplicate key") }
        return .object(members)
    }

    /// Sorts the keys, so that the time does not grow with the square of their number.
    private static func areUnique(_ members: [JSONMember]) -> Bool {
        let keys = members.map(\.key).sorted { $0.lexicographicallyPrecedes($1) }
        return !zip(keys, keys.dropFirst()).contains { $0 == $1 }
    }

    private mutating func readArray() throws(JSONError) -> JSONValue {
        var elements: [JSONValue] = []
        if skip("]") { return .array(elements) }
        repeat {
            elements.append(try readValue())
        } while skip(",")
        guard skip("]") else { throw error("unclosed array") }
        return .array(elements)
    }

    private mutating func readLiteral(_ literal: StaticString, as value: JSONValue) throws(JSONError) -> JSONValue {
        for index in 0..<literal.utf8CodeUnitCount {
            guard peek == literal.utf8Start[index] else { throw error("unknown literal") }
            offset += 1
        }
        return value
    }

    private mutating func readNumber() throws(JSONError) -> [UInt8] {
        let start = offset
        if peek == UInt8(ascii: "-") { offset += 1 }
        let hasLeadingZero = peek == UInt8(ascii: "0")
        let count = skipDigits()
        guard count > 0, count == 1 || !hasLeadingZero else { throw error("not a value") }
        if peek == UInt8(ascii: ".") {
            offset += 1
            guard skipDigits() > 0 else { throw error("not a number") }
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            offset += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
            guard skipDigits() > 0 else { throw error("not a number") }
        }
        return Array(bytes[start..<offset])
    }

    private mutating func readString() throws(JSONError) -> [UInt8] {
        guard peek == UInt8(ascii: "\"") else { throw error("not a string") }
        var reader = JSONStringReader(bytes, from: offset + 1)
        defer { offset = reader.offset }
        return try reader.read()
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: offset) }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func skipDigits() -> Int {
        let start = offset
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
        return offset - start
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }
}
