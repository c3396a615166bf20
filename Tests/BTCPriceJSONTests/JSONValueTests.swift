import BTCPriceJSON
import Testing

@Suite struct JSONValueTests {
    private static let texts: [(String, JSONValue)] = [
        ("null", .null), (" true ", .bool(true)), ("\tfalse\r\n", .bool(false)), ("[]", .array([])),
        ("[ ]", .array([])),
        ("{}", .members([:])), ("{ }", .members([:])), (#""""#, .string([])),
        ("[1, 2 ,3]", .array([.digits("1"), .digits("2"), .digits("3")])),
        (
            #" { "a" : [ 1 , { "b" : false } ] , "c" : null } "#,
            .members(["a": .array([.digits("1"), .members(["b": .bool(false)])]), "c": .null])
        ),
    ]

    @Test(arguments: texts)
    func init_readsValue(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(parsing: text.utf8) == value)
    }

    @Test(arguments: [
        "0", "-0", "7", "-7", "10", "1.50", "0.00000001", "68901.22999999998976", "1e5", "1E5", "1e+5", "1e-05",
        "-0.10e+05", "123456789012345678901234567890123456789012345678901234567890",
    ])
    func init_whenValueIsANumber_keepsItsText(_ text: String) throws {
        #expect(try JSONValue(parsing: text.utf8) == .digits(text))
    }

    private static let strings = [
        (#"a\"\\\/\b\f\n\r\t"#, "a\"\\/\u{8}\u{c}\n\r\t"), (#"\u0041\u20ac\u20AC"#, "A\u{20ac}\u{20ac}"),
        (#"\ud83d\ude00\uDBFF\uDFFF\ud800\udc00"#, "\u{1F600}\u{10FFFF}\u{10000}"), (#"\u0000"#, "\u{0}"),
        ("\u{7f}\u{20ac}\u{1F600}", "\u{7f}\u{20ac}\u{1F600}"), (" {[,:]} ", " {[,:]} "), (#"\\u0041"#, #"\u0041"#),
    ]

    @Test(arguments: strings)
    func init_whenStringHasEscapes_resolvesThem(_ text: String, _ value: String) throws {
        #expect(try JSONValue(parsing: "\"\(text)\"".utf8).string.map { $0.elementsEqual(value.utf8) } == true)
    }

    @Test func init_whenStringIsPrintableASCII_needsNoEscape() throws {
        for byte in UInt8(0x20)...0x7F where byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") {
            #expect(try JSONValue(parsing: [0x22, byte, 0x22]) == .string([byte]))
        }
    }

    @Test func subscript_whenKeyExists_isItsValue() throws {
        let value = try JSONValue(parsing: #"{"a":{"b":"x"},"n":1.50,"l":[null]}"#.utf8)
        #expect(value["a"]?["b"]?.string == Array("x".utf8))
        #expect(value["a"]?["b"]?.isString("x") == true)
        #expect(value["n"]?.number == Array("1.50".utf8))
        #expect(value["l"]?.array == [.null])
        #expect(value["a"] == .members(["b": .text("x")]))
        #expect(value["b"] == nil)
    }

    @Test func object_keepsOrderOfMembers() throws {
        let value = try JSONValue(parsing: #"{"b":1,"a":2,"ab":3}"#.utf8)
        #expect(value.object?.map { String(decoding: $0.key, as: UTF8.self) } == ["b", "a", "ab"])
        #expect(value.object?.map(\.value) == [.digits("1"), .digits("2"), .digits("3")])
    }

    private static let values: [JSONValue] = [
        .null, .bool(true), .digits("1"), .text("1"), .array([]), .object([]),
    ]

    @Test func accessors_whenValueIsOfAnotherKind_areNil() {
        for value in Self.values {
            #expect((value.number != nil) == (value == .digits("1")))
            #expect((value.string != nil) == (value == .text("1")))
            #expect((value.array != nil) == (value == .array([])))
            #expect((value.object != nil) == (value == .object([])))
            #expect(value.isString("1") == (value == .text("1")))
            #expect(value["1"] == nil)
        }
        #expect(!JSONValue.text("1").isString("12"))
        #expect(!JSONValue.text("12").isString("1"))
    }
}
