/// A JSON value (RFC 8259). Every number and string is kept as bytes.
///
/// Foundation's `JSONDecoder` takes the first of duplicate keys, accepts a trailing comma, and rounds a number of more than
/// 38 digits silently; a price must not depend on any of these. Strings are bytes because `String` compares and hashes by
/// canonical equivalence, which a crafted text can make slow.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The number's own text, such as `103457.51` or `1e-8`.
    case number([UInt8])
    /// The UTF-8 of a string, with its escapes resolved.
    case string([UInt8])
    case array([JSONValue])
    /// The members in the order of the text, without duplicate keys.
    case object([JSONMember])

    /// Throws for anything that is not JSON, for duplicate keys, and for values nested deeper than 32 levels.
    package init(parsing text: [UInt8]) throws(JSONError) {
        var reader = JSONReader(text)
        self = try reader.readValue(depth: 1)
        guard reader.offset == text.count else { throw JSONError() }
    }

    /// The value of the member with this key; nil if there is none, or if this is not an object.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key.elementsEqual(key.utf8) }?.value
    }

    package var string: [UInt8]? {
        if case .string(let text) = self { text } else { nil }
    }

    package var number: [UInt8]? {
        if case .number(let text) = self { text } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var object: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    package func isString(_ text: String) -> Bool { string?.elementsEqual(text.utf8) ?? false }
}

package struct JSONMember: Equatable, Sendable {
    /// The UTF-8 of its name, with its escapes resolved.
    package let key: [UInt8]
    package let value: JSONValue
}

/// The text is not JSON, or not JSON that `JSONValue.init(parsing:)` accepts.
package struct JSONError: Error {}
