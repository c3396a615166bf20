import BTCPriceCore

/// Recursive descent.
struct JSONReader {
    /// Each level takes space on the stack; responses need at most five.
    private static let maxDepth = 32

    let bytes: [UInt8]
    var offset = 0

    /// Reads one value and the space around it. `depth` is 1 for the outermost.
    mutating func readValue(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= Self.maxDepth else { throw JSONError() }
        skipSpace()
        defer { skipSpace() }
        switch peek {
        case UInt8(ascii: "{"): return .object(try readObject(depth))
        case UInt8(ascii: "["): return .array(try readArray(depth))
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readLiteral("true", as: .bool(true))
        case UInt8(ascii: "f"): return try readLiteral("false", as: .bool(false))
        case UInt8(ascii: "n"): return try readLiteral("null", as: .null)
        default: return .number(try readNumber())
        }
    }

    private mutating func readObject(_ depth: Int) throws(JSONError) -> [JSONMember] {
        var members: [JSONMember] = []
        offset += 1
        skipSpace()
        if skip("}") { return members }
        repeat {
            skipSpace()
            let key = try readString()
            skipSpace()
            guard skip(":") else { throw JSONError() }
            members.append(JSONMember(key: key, value: try readValue(depth: depth + 1)))
        } while skip(",")
        guard skip("}"), Self.haveUniqueKeys(members) else { throw JSONError() }
        return members
    }

    /// Sorts them, so that many keys do not take quadratic time.
    private static func haveUniqueKeys(_ members: [JSONMember]) -> Bool {
        let keys = members.map { $0.key }.sorted { $0.lexicographicallyPrecedes($1) }
        return !zip(keys, keys.dropFirst()).contains { $0 == $1 }
    }

    private mutating func readArray(_ depth: Int) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        offset += 1
        skipSpace()
        if skip("]") { return elements }
        repeat {
            elements.append(try readValue(depth: depth + 1))
        } while skip(",")
        guard skip("]") else { throw JSONError() }
        return elements
    }

    private mutating func readLiteral(_ literal: String, as value: JSONValue) throws(JSONError) -> JSONValue {
        guard bytes[offset...].starts(with: literal.utf8) else { throw JSONError() }
        offset += literal.utf8.count
        return value
    }

    private mutating func readNumber() throws(JSONError) -> [UInt8] {
        let start = offset
        _ = skip("-")
        // `01` is not a number: the 1 is left for the caller to reject.
        if !skip("0") { try skipDigits() }
        if skip(".") { try skipDigits() }
        if skip("e") || skip("E") {
            _ = skip("+") || skip("-")
            try skipDigits()
        }
        return Array(bytes[start..<offset])
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while peek?.isSpace == true { offset += 1 }
    }

    /// Throws if there is none.
    private mutating func skipDigits() throws(JSONError) {
        let start = offset
        while peek?.isDigit == true { offset += 1 }
        guard offset > start else { throw JSONError() }
    }

    /// Only if it is next; returns whether.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    mutating func readByte() throws(JSONError) -> UInt8 {
        guard offset < bytes.count else { throw JSONError() }
        offset += 1
        return bytes[offset - 1]
    }
}
