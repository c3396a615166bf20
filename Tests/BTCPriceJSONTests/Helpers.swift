@testable import BTCPriceJSON

extension JSONValue {
    static func digits(_ text: String) -> JSONValue { .number(Array(text.utf8)) }

    static func text(_ text: String) -> JSONValue { .string(Array(text.utf8)) }

    static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { JSONMember(key: Array($0.key.utf8), value: $0.value) })
    }
}
