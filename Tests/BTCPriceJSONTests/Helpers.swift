import BTCPriceJSON

extension JSONValue {
    static func digits(_ text: String) -> JSONValue { .number(Array(text.utf8)) }

    static func text(_ text: String) -> JSONValue { .string(Array(text.utf8)) }

    static func members(_ members: [String: JSONValue]) -> JSONValue {
        .object(Dictionary(uniqueKeysWithValues: members.map { (Array($0.utf8), $1) }))
    }
}
