import Platform
import Testing

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("\u{1b}[31mred", "\\u{1b}[31mred"), ("a\nb\r\t", "a\\u{a}b\\u{d}\\u{9}"), ("\r\n", "\\u{d}\\u{a}"),
        ("\u{20bf}\u{1b}", "\u{20bf}\\u{1b}"), ("\u{202e}abc", "\\u{202e}abc"), ("\u{ad}", "\\u{ad}"),
        ("\u{2066}\u{200b}", "\\u{2066}\\u{200b}"), ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
        ("\u{e000}\u{378}", "\\u{e000}\\u{378}"), ("\u{feff}x\u{e0041}", "\\u{feff}x\\u{e0041}"),
        // Safe.
        ("", ""), ("$68,901.23 ~ {}\\u{1b}", "$68,901.23 ~ {}\\u{1b}"), ("₿ €£¥ 漢😀", "₿ €£¥ 漢😀"),
        ("e\u{301}", "e\u{301}"),
    ])
    func escaped_whenACharacterActsOnATerminal_hasItsNumberInItsPlace(_ text: String, _ escaped: String) {
        #expect(TerminalText.escaped(text).unicodeScalars.elementsEqual(escaped.unicodeScalars))
    }

    @Test func escaped_whenAControlCharacter_isItsNumber() {
        for value in Array(UInt32(0)..<0x20) + Array(0x7F..<0xA0) {
            let text = Unicode.Scalar(value).map { String($0) } ?? ""
            #expect(TerminalText.escaped(text) == "\\u{\(String(value, radix: 16))}")
        }
    }

    // What was typed.

    @Test(arguments: [
        ("xml", "xml"), ("a b", "a b"), ("\u{20ac}\u{1F600}e\u{301}", "\u{20ac}\u{1F600}e\u{301}"),
        ("", "''"), (" ", "' '"), (" x", "' x'"), ("x ", "'x '"),
        // One column each, whatever the number of bytes; wide characters take two.
        (text(60, "x"), text(60, "x")), (text(61, "x"), text(60, "x") + "..."),
        (text(30, "\u{1100}") + "x", text(30, "\u{1100}") + "..."),
        ("x" + text(30, "\u{1F600}"), "x" + text(29, "\u{1F600}") + "..."),
        // One character of 100 KB, which `String` would take seconds to iterate over.
        ("a" + text(25_000, "\u{651}\u{64e}"), "a" + text(29, "\u{651}\u{64e}") + "\u{651}..."),
    ])
    func abbreviated_hasUpTo60ColumnsAndShowsSpacesAtItsEnds(_ typed: String, _ expected: String) {
        let text = TerminalText.abbreviated(typed.utf8)
        #expect(text.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(text)")
    }

    @Test func abbreviated_whenBytesAreNotUTF8_replacesThem() {
        #expect(TerminalText.abbreviated([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
        #expect(TerminalText.abbreviated(Array(repeating: 0x80, count: 100_000)) == Self.text(30, "\u{FFFD}") + "...")
    }

    // What was read.

    /// A character has one to four bytes; one that would be cut in two is left out.
    @Test(arguments: [
        ("256 bytes", 256, "", ""),
        ("257 bytes", 257, "", "…"),
        ("a character of two bytes that ends at 256", 254, "é", "é"),
        ("the same with a byte after it", 254, "éx", "é…"),
        ("a character of two bytes across 256", 255, "é", "…"),
        ("a character of four bytes that ends at 256, and a byte", 252, "😀x", "😀…"),
        ("a character of four bytes across 256", 253, "😀", "…"),
    ])
    func limited_whenLongerThan256Bytes_isCutBetweenCharacters(
        _ name: String, _ count: Int, _ end: String, _ shownEnd: String
    ) {
        let text = TerminalText.limited((String(repeating: "/", count: count) + end).utf8)
        #expect(text == String(repeating: "/", count: min(count, 256)) + shownEnd)
    }

    @Test func limited_whenNotUTF8_isReplacedAndCut() {
        #expect(TerminalText.limited([0x61, 0xFF]) == "a\u{FFFD}")
        #expect(TerminalText.limited([UInt8](repeating: 0xBF, count: 257)) == "…")
    }

    private static func text(_ count: Int, _ character: String) -> String { String(repeating: character, count: count) }
}
