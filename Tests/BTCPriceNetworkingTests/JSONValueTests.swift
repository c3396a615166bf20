import Testing

@testable import BTCPriceNetworking

@Suite struct JSONValueTests {
    @Test(arguments: [
        ("null", "null"), (" true ", "true"), ("\tfalse\r\n", "false"), ("[]", "[]"), ("[ ]", "[]"), ("{}", "{}"),
        ("{ }", "{}"), (#""""#, #""""#), ("[1, 2 ,3]", "[1,2,3]"), (#"{"b":1,"a":2,"ab":3}"#, #"{"b":1,"a":2,"ab":3}"#),
        (#" { "a" : [ 1 , { "b" : false } ] , "c" : null } "#, #"{"a":[1,{"b":false}],"c":null}"#),
        ("\n{\t\"a\"\r:\n[\t1\r,\n\"b\"\t]\r,\n\"c\"\t:\r{\n}\t}\r", #"{"a":[1,"b"],"c":{}}"#),
        (#"{"\u0061\\":"\ud83d\ude00","":[[],{"\/":null}]}"#, #"{"a\":"😀","":[[],{"/":null}]}"#),
        // As `String`, these keys are equal, and slow to compare.
        ("{\"\u{e9}\":1,\"e\u{301}\":2}", "{\"\u{e9}\":1,\"e\u{301}\":2}"),
    ])
    func init_readsValue(_ text: String, _ expected: String) throws {
        let value = try JSONValue(parsing: text.utf8)
        #expect(value.testDescription.utf8.elementsEqual(expected.utf8), "\(value.testDescription)")
    }

    @Test(arguments: [
        "0", "-7", "10", "1.50", "1E5", "1e+5", "-0.10e-05",
        "123456789012345678901234567890123456789012345678901234567890",
    ])
    func init_whenValueIsANumber_keepsItsText(_ text: String) throws {
        let value = try JSONValue(parsing: text.utf8)
        #expect(value == .digits(text))
    }

    private static let strings = [
        (#"a\"\\\/\b\f\n\r\t"#, "a\"\\/\u{8}\u{c}\n\r\t"), (#"\u0041\u20ac\u20AC"#, "A\u{20ac}\u{20ac}"),
        (#"\ud83d\ude00\uDBFF\uDFFF\ud800\udc00"#, "\u{1F600}\u{10FFFF}\u{10000}"), (#"\u0000"#, "\u{0}"),
        ("\u{7f}\u{20ac}\u{1F600}", "\u{7f}\u{20ac}\u{1F600}"), (" {[,:]} ", " {[,:]} "), (#"\\u0041"#, #"\u0041"#),
    ]

    @Test(arguments: strings)
    func init_whenStringHasEscapes_resolvesThem(_ text: String, _ expected: String) throws {
        let value = try JSONValue(parsing: "\"\(text)\"".utf8)
        #expect(value == .text(expected))
    }

    @Test(arguments: [
        "", "  ", "nul", "trve", "truex", "}", "{", "{a:1}", #"{"a"}"#, #"{"a" 1}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#,
        #"{"a":1]"#, #"{,"a":1}"#, "[1,]", "[1 2]", "[1}", "[,1]", "01", "-01", "00", "-", "+1", ".5", "\u{8}1",
        "1\u{c}", "1.", "1.e5", "1e", "1e+", "1e+-5", "1e5.0", "0x10", "1 1", "{} {}", "NaN", "Infinity", "'a'",
        "\u{feff}{}", #""a"#, #""\"#, #""\x""#, #""\u12g4""#, #""\u12"#, #""\u123/""#, #""\u123:""#, #""\u123@""#,
        #""\u123G""#, #""\u123`""#, #""\u+123""#, #""\ud800""#, #""\ud800"#, #""\ud800\"#, #""\ud800x""#,
        #""\ud800\n""#, #""\ud800\u0041""#, #""\ud800\ud800""#, #""\udc00""#, #""\udfff\udc00""#, "\"\u{1}\"",
        "\"\u{1f}\"", #"{"price":1,"price":1}"#, #"{"price":1,"pr\u0069ce":2}"#, #"{"":1,"":1}"#,
        #"{"a":{"b":1,"b":1}}"#, #"{"b":1,"a":2,"c":3,"b":4}"#,
    ])
    func init_whenTextIsNotJSONOrAKeyIsDuplicate_throws(_ text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
    }

    @Test(arguments: [
        [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xF0, 0x80, 0x80, 0x80],
    ])
    func init_whenStringIsNotUTF8_throws(_ bytes: [UInt8]) {
        for text in [bytes, [0x61] + bytes + [0x62]] {
            #expect(throws: JSONError.self, "\(text)") { try JSONValue(parsing: [0x22] + text + [0x22]) }
        }
    }

    /// A value in 31 others is read.
    @Test(arguments: [(31, true), (32, false), (20_000, false)])
    func init_whenNestedTooDeep_throws(_ depth: Int, _ isRead: Bool) {
        let pairs = (0..<depth).map { $0 % 2 == 0 ? ("[", "]") : (#"{"a":"#, "}") }
        let text = pairs.map(\.0).joined() + "1" + pairs.map(\.1).reversed().joined()
        let value = try? JSONValue(parsing: text.utf8)
        #expect((value != nil) == isRead)
    }

    @Test func init_whenTextIsTruncated_throws() {
        let text = Array(#"{"symbol":"BTC\u0055SDT","price":"68901.23","n":[1.5e3,null,true]}"#.utf8)
        for count in 0..<text.count {
            #expect(throws: JSONError.self, "\(count) bytes") { try JSONValue(parsing: text.prefix(count)) }
        }
    }
}

extension JSONValue: CustomTestStringConvertible {
    static func digits(_ text: String) -> JSONValue { .number(Array(text.utf8)) }

    static func text(_ text: String) -> JSONValue { .string(Array(text.utf8)) }

    init(parsing text: some Sequence<UInt8>) throws(JSONError) { try self.init(parsing: Array(text)) }

    /// As JSON, in which strings have no escapes.
    public var testDescription: String {
        switch self {
        case .null: "null"
        case .bool(let isTrue): "\(isTrue)"
        case .number(let digits): String(decoding: digits, as: UTF8.self)
        case .string(let bytes): "\"\(String(decoding: bytes, as: UTF8.self))\""
        case .array(let elements): "[\(elements.map(\.testDescription).joined(separator: ","))]"
        case .object(let members): "{\(members.map(\.text).joined(separator: ","))}"
        }
    }
}

extension JSONMember {
    fileprivate var text: String { "\(JSONValue.string(key).testDescription):\(value.testDescription)" }
}
