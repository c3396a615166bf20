import Testing

@testable import BTCQCommand

@Suite struct TerminalTextAbbreviatedTests {
    private static let sixty = String(repeating: "x", count: 60)

    @Test(arguments: ["xml", "a b", "\u{20ac}", "\u{1F600}", "e\u{301}", sixty, String(repeating: "\u{e9}", count: 60)])
    func abbreviated_whenTheTextIsShort_isUnchanged(_ text: String) {
        #expect(TerminalText.abbreviated(text.utf8).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func abbreviated_whenTheTextIsEmpty_isTwoQuotes() {
        #expect(TerminalText.abbreviated("".utf8) == "''")
    }

    @Test func abbreviated_whenTheTextIsLong_endsAfterSixtyColumns() {
        #expect(TerminalText.abbreviated((Self.sixty + "x").utf8) == Self.sixty + "...")
        #expect(TerminalText.abbreviated(String(repeating: "x", count: 1_000_000).utf8) == Self.sixty + "...")
    }

    @Test(arguments: ["\u{6f22}", "\u{ac00}", "\u{1F600}", "\u{1100}"])
    func abbreviated_countsWideCharactersAsTwoColumns(_ character: String) {
        let thirty = String(repeating: character, count: 30)
        #expect(TerminalText.abbreviated(thirty.utf8) == thirty)
        #expect(TerminalText.abbreviated((thirty + "x").utf8) == thirty + "...")
        #expect(TerminalText.abbreviated(("x" + thirty).utf8) == "x" + String(repeating: character, count: 29) + "...")
    }

    /// One character of 100 KB, which `String` would take seconds to iterate over.
    @Test(.timeLimit(.minutes(1))) func abbreviated_countsCombiningMarksAsColumns() {
        let marks = String(repeating: "\u{651}\u{64e}", count: 25_000)
        let expected = Array(("a" + marks).unicodeScalars.prefix(60)) + Array("...".unicodeScalars)
        #expect(TerminalText.abbreviated(("a" + marks).utf8).unicodeScalars.elementsEqual(expected))
    }

    /// Of three bytes and one column each, so that the limit is that of the bytes.
    @Test(arguments: ["", "x", "xx", "xxx"])
    func abbreviated_whenTheLimitWouldSplitACharacter_leavesItOut(_ beginning: String) {
        let text = TerminalText.abbreviated((beginning + String(repeating: "\u{10ff}", count: 50)).utf8)
        let count = (120 - beginning.utf8.count) / 3
        #expect(text == beginning + String(repeating: "\u{10ff}", count: count) + "...")
    }

    /// Three bytes are left: too few for the first end, and enough for the first character of the second one.
    @Test(arguments: [("\u{1F600}", ""), ("\u{e9}\u{995}", "\u{e9}")])
    func abbreviated_leavesOutNoCharacterBeforeTheSplitOne(_ end: String, _ expected: String) {
        let beginning = String(repeating: "\u{995}", count: 39)
        #expect(TerminalText.abbreviated((beginning + end).utf8) == beginning + expected + "...")
    }

    /// The byte after the limit looks like a part of the last character, which is complete without it.
    @Test func abbreviated_whenTheNextByteIsInvalid_keepsACompleteCharacter() {
        let text = "xx" + String(repeating: "\u{995}", count: 38) + "\u{1F600}"
        #expect(TerminalText.abbreviated(Array(text.utf8) + [0x80]) == text + "...")
    }

    @Test func abbreviated_replacesBytesThatAreNotUTF8() {
        #expect(TerminalText.abbreviated([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
        let text = TerminalText.abbreviated(Array(repeating: UInt8(0x80), count: 100_000))
        #expect(text == String(repeating: "\u{FFFD}", count: 30) + "...")
    }
}
