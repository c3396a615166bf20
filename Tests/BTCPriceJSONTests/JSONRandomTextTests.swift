import TestSupport
import Testing

@testable import BTCPriceJSON

@Suite struct JSONRandomTextTests {
    @Test func init_whenTextIsRandomJSON_isItsValue() throws {
        var random = SeededGenerator()
        for _ in 0..<300 {
            let expected = Self.value(&random)
            let text = expected.text(
                space: { ["", "", " ", "\n\t\r"].randomElement(using: &random) ?? "" },
                quoted: { Self.quoted($0, &random) })
            let value = try JSONValue(parsing: text.utf8)
            #expect(value == expected, "\(text), \(random)")
        }
    }

    private static func value(_ random: inout SeededGenerator, depth: Int = 0) -> JSONValue {
        func values() -> [JSONValue] {
            (0..<Int.random(in: 0..<4, using: &random)).map { _ in value(&random, depth: depth + 1) }
        }
        switch Int.random(in: 0..<(depth < 4 ? 6 : 4), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .digits(["0", "-1", "68901.230", "1e-8", "12E+5"].randomElement(using: &random) ?? "0")
        case 3: return .text(string(&random))
        case 4: return .array(values())
        default:
            // The number makes the key unique.
            return .object(
                values().enumerated().map { JSONMember(key: Array("\($0)\(string(&random))".utf8), value: $1) })
        }
    }

    private static func string(_ random: inout SeededGenerator) -> String {
        let characters = ["a", "\"", "\\", "/", "\n", "\u{1}", "\u{7f}", "\u{e9}", "\u{20ac}", "\u{1F600}"]
        return (0..<Int.random(in: 0..<5, using: &random)).compactMap { _ in characters.randomElement(using: &random) }
            .joined()
    }

    /// Escaped where required, and at random where not.
    private static func quoted(_ bytes: [UInt8], _ random: inout SeededGenerator) -> String {
        let escaped = String(decoding: bytes, as: UTF8.self).utf16.map { unit in
            let isPlain = (0x20..<0x7F).contains(unit) && unit != 0x22 && unit != 0x5C
            return isPlain && Int.random(in: 0..<4, using: &random) > 0
                ? String(UnicodeScalar(UInt8(unit))) : "\\u" + String(0x10000 + Int(unit), radix: 16).dropFirst()
        }
        return "\"\(escaped.joined())\""
    }
}
