import BTCPriceJSON
import Testing

@Suite struct JSONErrorTests {
    @Test(arguments: [
        ("", "not a value", 0), ("  ", "not a value", 2), ("nul", "unknown literal", 3), ("trve", "unknown literal", 2),
        ("}", "not a value", 0), ("{", "not a string", 1), ("{a:1}", "not a string", 1), (#"{"a"}"#, "no colon", 4),
        (#"{"a":1,}"#, "not a string", 7), (#"{"a":1 "b":2}"#, "unclosed object", 7),
        (#"{"a":1]"#, "unclosed object", 6),
        ("[1,]", "not a value", 3), ("[1 2]", "unclosed array", 3), ("[1}", "unclosed array", 2),
        ("[,1]", "not a value", 1),
        ("01", "not a value", 2), ("-01", "not a value", 3), ("-", "not a value", 1), ("+1", "not a value", 0),
        (".5", "not a value", 0), ("\u{8}1", "not a value", 0), ("1\u{c}", "trailing text", 1),
        ("1.", "not a number", 2), ("1.e5", "not a number", 2), ("1e", "not a number", 2), ("1e+", "not a number", 3),
        ("0x10", "trailing text", 1), ("1 1", "trailing text", 2), ("{} {}", "trailing text", 3),
        ("NaN", "not a value", 0),
        ("Infinity", "not a value", 0), ("'a'", "not a value", 0), ("\u{feff}{}", "not a value", 0),
        (#""a"#, "unclosed string", 2), (#""\"#, "unclosed string", 2), (#""\x""#, "unknown escape", 3),
        (#""\u12g4""#, "bad escape", 5), (#""\u12"#, "bad escape", 5), (#""\ud800""#, "lone surrogate", 7),
        (#""\u123/""#, "bad escape", 6), (#""\u123:""#, "bad escape", 6), (#""\u123@""#, "bad escape", 6),
        (#""\u123G""#, "bad escape", 6), (#""\u123`""#, "bad escape", 6),
        (#""\ud800"#, "lone surrogate", 7), (#""\ud800\"#, "lone surrogate", 8),
        (#""\ud800x""#, "lone surrogate", 7), (#""\ud800\n""#, "lone surrogate", 8),
        (#""\ud800\u0041""#, "lone surrogate", 13), (#""\ud800\ud800""#, "lone surrogate", 13),
        (#""\udc00""#, "lone surrogate", 7), (#""\udfff\udc00""#, "lone surrogate", 7),
        ("\"\u{1}\"", "control character in a string", 2), ("\"\u{1f}\"", "control character in a string", 2),
    ])
    func init_whenTextIsNotJSON_throwsReasonAndOffset(_ text: String, _ reason: String, _ offset: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [
        #"{"price":1,"price":1}"#, #"{"price":1,"pr\u0069ce":2}"#, #"{"":1,"":1}"#, #"{"a":{"b":1,"b":1}}"#,
        #"{"b":1,"a":2,"c":3,"b":4}"#,
    ])
    func init_whenKeyIsDuplicate_throws(_ text: String) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
        #expect(error?.reason == "duplicate key")
    }

    /// As `String`, they are equal, and slow to compare.
    @Test func init_whenKeysAreOnlyCanonicallyEquivalent_keepsBoth() throws {
        let value = try JSONValue(parsing: "{\"\u{e9}\":1,\"e\u{301}\":2}".utf8)
        #expect(value == .members(["\u{e9}": .digits("1"), "e\u{301}": .digits("2")]))
    }

    @Test(.timeLimit(.minutes(1))) func init_whenKeyHasManyCombiningMarks_isRead() throws {
        let marks = String(repeating: "\u{651}\u{64e}", count: 14_000)
        let members = (0..<880).map { "\"\($0)\":\($0)" }.joined(separator: ",")
        #expect(try JSONValue(parsing: "{\"\(marks)\":0,\(members)}".utf8).object?.count == 881)
    }

    @Test(arguments: [
        [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        [0xF0, 0x80, 0x80, 0x80],
    ])
    func init_whenStringIsNotUTF8_throws(_ bytes: [UInt8]) {
        for text in [bytes, [0x61] + bytes + [0x62]] {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22] + text + [0x22]) }
            #expect(error?.reason == "invalid UTF-8")
        }
    }

    @Test func init_whenNestedTooDeep_throws() throws {
        func nested(_ depth: Int) -> String {
            (0..<depth).map { $0 % 2 == 0 ? "[" : #"{"a":"# }.joined() + "1"
                + (0..<depth).reversed().map { $0 % 2 == 0 ? "]" : "}" }.joined()
        }
        _ = try JSONValue(parsing: nested(32).utf8)
        for depth in [33, 20_000] {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: nested(depth).utf8) }
            #expect(error?.reason == "nested too deep")
            #expect(error?.offset == 96)
        }
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 100_000).utf8) }
    }

    @Test func init_whenManyArraysAreNotNestedTooDeep_isRead() throws {
        let lists = Array(repeating: "[[]]", count: 100).joined(separator: ",")
        #expect(try JSONValue(parsing: "[\(lists)]".utf8).array?.count == 100)
        // A closed array no longer counts.
        let nested = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
        #expect(try JSONValue(parsing: "[[[],\(nested)]]".utf8).array?.count == 1)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: "[[[],[\(nested)]]]".utf8) }
        #expect(error?.reason == "nested too deep")
    }

    @Test func init_whenTextIsTruncated_throws() {
        let text = Array(#"{"symbol":"BTC\u0055SDT","price":"68901.23","n":[1.5e3,null,true]}"#.utf8)
        for count in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: text.prefix(count)) }
        }
    }
}
