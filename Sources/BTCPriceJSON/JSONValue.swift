/// A JSON text (RFC 8259) with every number and string as the bytes it was sent in.
///
/// Foundation's `JSONDecoder` takes the first of duplicate keys, a trailing comma, and rounds a number of more than
/// 38 digits without a word; a price must not depend on any of these. Strings stay bytes because `String` compares and
/// hashes by canonical equivalence, which a hostile text can make slow.
public enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// The number's own text, such as `103457.51` or `1e-8`.
    case number([UInt8])
    /// The UTF-8 of a string, its escapes resolved.
    case string([UInt8])
    /// The elements, in order.
    case array([JSONValue])
    /// The members, in order: no key stands twice.
    case object([JSONMember])

    /// Reads a whole text.
    ///
    /// Throws at the first byte that is not JSON, at an object with the same key twice, and at nesting deeper than
    /// `JSONReader.maxDepth`.
    public init(parsing text: some Sequence<UInt8>) throws(JSONError) {
        var reader = JSONReader(Array(text))
        self = try reader.readDocument()
    }

    /// The member of an object; nil for any other value, or where there is none.
    public subscript(key: String) -> JSONValue? {
        object?.first { $0.key.elementsEqual(key.utf8) }?.value
    }

    /// The UTF-8 of a string; nil for any other value.
    public var string: [UInt8]? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The text of a number; nil for any other value.
    public var number: [UInt8]? {
        if case .number(let text) = self { text } else { nil }
    }

    /// The elements of an array; nil for any other value.
    public var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object; nil for any other value.
    public var object: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    /// Whether this is a string with just these bytes.
    public func isString(_ text: String) -> Bool { string?.elementsEqual(text.utf8) ?? false }
}

/// A member of an object.
public struct JSONMember: Equatable, Sendable {
    /// The UTF-8 of its name, escapes resolved.
    public let key: [UInt8]
    /// What it is.
    public let value: JSONValue

    /// A member of this name.
    public init(key: [UInt8], value: JSONValue) {
        self.key = key
        self.value = value
    }
}

/// Why a text is not JSON, and at which byte.
public struct JSONError: Error, Sendable {
    /// What is wrong, in a word or three.
    public let reason: String
    /// Counted from zero.
    public let offset: Int
}
