import BTCPriceJSON
import Testing

@Suite struct JSONValueTests {
    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .bool(true)), ("[]", .array([])), ("{}", .object([:])),
        ("-0.10e+05", .number("-0.10e+05")), ("68901.22999999998976", .number("68901.22999999998976")),
        (#""a\"\\\/\b\f\n\r\t\u0041\u20ac\ud83d\ude00""#, .string("a\"\\/\u{8}\u{c}\n\r\tA\u{20ac}\u{1F600}")),
        (#"{"a":[1,{"b":false}]}"#, .object(["a": .array([.number("1"), .object(["b": .bool(false)])])])),
    ])
    func text_isReadWithItsDigitsKept(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: text.utf8) == value)
    }

    @Test(arguments: [
        "", " ", "nul", "tru", "{", "}", "[", "[1,]", "[1 2]", "[,1]", #"{"a":1,}"#, #"{"a"}"#, #"{"a":}"#, #"{a:1}"#,
        #"{"a":1 "b":2}"#, "01", "-", "1.", ".5", "1e", "1e+", "+1", "0x10", "NaN", "Infinity", "1 1", #"{} {}"#,
        #""a"#, #""\x""#, #""\u12g4""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, "\"\u{1}\"", "'a'",
        "\u{feff}{}",
    ])
    func anythingElse_isRefused(_ text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
    }

    @Test func duplicateKey_isRefusedHoweverItIsSpelled() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: #"{"price":1,"price":1}"#.utf8) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: #"{"price":1,"pr\u0069ce":2}"#.utf8) }
    }

    @Test func invalidUTF8_isRefused() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xC0, 0x80, 0x22]) }
    }

    @Test func nesting_isBounded() throws {
        let deep = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        _ = try JSONValue(parsing: deep(32).utf8)
        #expect(throws: JSONError.self) { try JSONValue(parsing: deep(33).utf8) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: deep(20_000).utf8) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 20_000).utf8) }
    }

    @Test func everyBeginningOfAText_isRefused() {
        let text = Array(#"{"symbol":"BTCUSDT","price":"68901.23","n":[1.5e3,null,true]}"#.utf8)
        for count in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: text.prefix(count)) }
        }
    }
}
