import Platform
import Testing

@Suite struct DisplayTextTests {
    /// A character has one to four bytes.
    @Test(arguments: [
        ("256 bytes", String(repeating: "x", count: 256), 256, ""),
        ("257 bytes", String(repeating: "x", count: 257), 256, "…"),
        ("a character that ends at 256", String(repeating: "x", count: 252) + "\u{1F600}y", 253, "…"),
        ("a character of two bytes across 256", String(repeating: "x", count: 255) + "\u{e9}", 255, "…"),
        ("a character of three bytes across 256", String(repeating: "x", count: 254) + "\u{20ac}", 254, "…"),
        ("a character of four bytes across 256", String(repeating: "x", count: 253) + "\u{1F600}", 253, "…"),
    ])
    func displayText_whenLongerThan256Bytes_isCutBetweenCharacters(
        _ name: String, _ text: String, _ count: Int, _ end: String
    ) {
        #expect(displayText(text.utf8) == text.prefix(count) + end)
    }

    @Test func displayText_whenNotUTF8_isReplacedAndCut() {
        #expect(displayText([0x61, 0xFF]) == "a\u{FFFD}")
        for byte in [0x80, 0xC3, 0xFF] as [UInt8] {
            let text = displayText([UInt8](repeating: byte, count: 70_000))
            #expect(text.hasSuffix("…") && text.unicodeScalars.count <= 257, "byte \(byte)")
        }
    }
}
