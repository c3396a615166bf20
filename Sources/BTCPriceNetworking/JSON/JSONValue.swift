/// A JSON value (RFC 8259) whose numbers and strings are kept as bytes.
///
/// `JSONDecoder` takes the first of duplicate keys, accepts a trailing comma, and silently rounds a number of more than
/// 38 digits; a price must not depend on that. A `String` would compare by canonical equivalence, which a crafted text
/// can make slow.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// As written, such as `103457.51` or `1e-8`.
    case number([UInt8])
    /// UTF-8, with escapes resolved.
    case string([UInt8])
    case array([JSONValue])
    /// In their order, without duplicate keys.
    case object([JSONMember])

    /// Parses one value. Rejects duplicate keys, and more than 32 levels.
    init(parsing text: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes: text)
        self = try reader.readValue(depth: 1)
        guard reader.offset == text.count else { throw JSONError() }
    }

    /// Nil if there is no such member, or if this is not an object.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key.elementsEqual(key.utf8) }?.value
    }

    var string: [UInt8]? {
        if case .string(let text) = self { text } else { nil }
    }

    var number: [UInt8]? {
        if case .number(let text) = self { text } else { nil }
    }

    var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    var object: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    func isNumber(_ text: String) -> Bool { number?.elementsEqual(text.utf8) ?? false }

    func isString(_ text: String) -> Bool { string?.elementsEqual(text.utf8) ?? false }
}

package struct JSONMember: Equatable, Sendable {
    let key: [UInt8]
    let value: JSONValue
}

struct JSONError: Error {}
