import Platform
import Testing

@Suite struct DisplayTextTests {
    /// A character has one to four bytes; one that would be cut in two is left out.
    @Test(arguments: [
        ("256 bytes", 256, "", ""),
        ("257 bytes", 257, "", "…"),
        ("131,000 bytes", 131_000, "", "…"),
        ("a character of two bytes that ends at 256", 254, "é", "é"),
        ("the same with a byte after it", 254, "éx", "é…"),
        ("a character of two bytes across 256", 255, "é", "…"),
        ("a character of three bytes that ends at 256, and a byte", 253, "€x", "€…"),
        ("a character of three bytes across 256", 254, "€", "…"),
        ("a character of four bytes that ends at 256, and a byte", 252, "😀x", "😀…"),
        ("a character of four bytes across 256", 253, "😀", "…"),
        ("a combining character that ends at 256, and a byte", 253, "e\u{301}x", "e\u{301}…"),
    ])
    func displayText_whenLongerThan256Bytes_isCutBetweenCharacters(
        _ name: String, _ count: Int, _ end: String, _ displayedEnd: String
    ) {
        let text = displayText((String(repeating: "/", count: count) + end).utf8)
        #expect(text == String(repeating: "/", count: min(count, 256)) + displayedEnd)
    }

    @Test func displayText_whenNotUTF8_isReplacedAndCut() {
        #expect(displayText([0x61, 0xFF]) == "a\u{FFFD}")
        #expect(displayText([UInt8](repeating: 0xBF, count: 257)) == "…")
        for byte in [0x80, 0xC3, 0xFF] as [UInt8] {
            let text = displayText([UInt8](repeating: byte, count: 70_000))
            #expect(text.hasSuffix("…") && text.unicodeScalars.count <= 257, "byte \(byte)")
        }
    }
}
