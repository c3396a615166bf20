/// A JSON text (RFC 8259) with every number as the digits it was sent in.
///
/// Foundation's `JSONDecoder` takes the first of duplicate keys, a trailing comma, and rounds a number of more than
/// 38 digits without a word; a price must not depend on any of these.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The number's own text, such as `103457.51` or `1e-8`.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// Reads a whole text.
    ///
    /// Throws at the first byte that is not JSON, at an object with the same key twice, and at nesting deeper than
    /// `JSONReader.deepest`.
    public init(parsing text: some Sequence<UInt8>) throws(JSONError) {
        var reader = JSONReader(Array(text))
        self = try reader.readDocument()
    }

    /// The member of an object; nil for any other value, or where there is none.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    /// The text of a string; nil for any other value.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The digits of a number; nil for any other value.
    public var number: String? {
        if case .number(let digits) = self { digits } else { nil }
    }

    /// The elements of an array; nil for any other value.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object; nil for any other value.
    public var object: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }
}

/// Why a text is not JSON, and at which byte.
public struct JSONError: Error, Equatable, Sendable {
    /// What is wrong, in a word or three.
    public let reason: String
    /// Counted from zero.
    public let offset: Int
}
