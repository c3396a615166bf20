import BTCPriceCore
import Testing

@Suite struct UsageErrorTests {
    private static let sixty = String(repeating: "x", count: 60)

    @Test(arguments: ["xml", "a b", "\u{20ac}", "\u{1F600}", "e\u{301}", sixty, String(repeating: "\u{e9}", count: 60)])
    func shortWord_isShownAsItWasTyped(_ word: String) {
        #expect(TerminalText.abbreviated(word.utf8).unicodeScalars.elementsEqual(word.unicodeScalars))
    }

    @Test func emptyWord_isShownAsQuotes() {
        #expect(TerminalText.abbreviated("".utf8) == "''")
    }

    @Test func longWord_isCutAtSixtyColumns() {
        #expect(TerminalText.abbreviated((Self.sixty + "x").utf8) == Self.sixty + "...")
        #expect(TerminalText.abbreviated(String(repeating: "x", count: 1_000_000).utf8) == Self.sixty + "...")
    }

    @Test(arguments: ["\u{6f22}", "\u{ac00}", "\u{1F600}", "\u{1100}"])
    func wideCharacters_countTwice(_ character: String) {
        let thirty = String(repeating: character, count: 30)
        #expect(TerminalText.abbreviated(thirty.utf8) == thirty)
        #expect(TerminalText.abbreviated((thirty + "x").utf8) == thirty + "...")
        #expect(TerminalText.abbreviated(("x" + thirty).utf8) == "x" + String(repeating: character, count: 29) + "...")
    }

    /// One character of 100 KB: `String` would take seconds to walk over it.
    @Test(.timeLimit(.minutes(1))) func combiningMarks_areCutLikeCharactersOfTheirOwn() {
        let marks = String(repeating: "\u{651}\u{64e}", count: 25_000)
        let expected = Array(("a" + marks).unicodeScalars.prefix(60)) + Array("...".unicodeScalars)
        #expect(TerminalText.abbreviated(("a" + marks).utf8).unicodeScalars.elementsEqual(expected))
    }

    /// Of three bytes and one column each, and the last that is not wide: the bytes are what is too many.
    @Test(arguments: ["", "x", "xx", "xxx"])
    func characterAtTheCut_isLeftOutWhole(_ beginning: String) {
        let shown = TerminalText.abbreviated((beginning + String(repeating: "\u{10ff}", count: 50)).utf8)
        let count = (120 - beginning.utf8.count) / 3
        #expect(shown == beginning + String(repeating: "\u{10ff}", count: count) + "...")
    }

    /// Three bytes are left for these: too few for the first, and of the second enough for its first character.
    @Test(arguments: [("\u{1F600}", ""), ("\u{e9}\u{995}", "\u{e9}")])
    func onlyTheCharacterAtTheCut_isLeftOut(_ end: String, _ kept: String) {
        let beginning = String(repeating: "\u{995}", count: 39)
        #expect(TerminalText.abbreviated((beginning + end).utf8) == beginning + kept + "...")
    }

    /// The byte behind the cut looks like one more of the last character, which is whole without it.
    @Test func wholeCharacterBeforeTheCut_isShownWhateverByteComesNext() {
        let whole = "xx" + String(repeating: "\u{995}", count: 38) + "\u{1F600}"
        #expect(TerminalText.abbreviated(Array(whole.utf8) + [0x80]) == whole + "...")
    }

    @Test func bytesThatAreNotUTF8_areReplaced() {
        #expect(TerminalText.abbreviated([0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
        let shown = TerminalText.abbreviated(Array(repeating: UInt8(0x80), count: 100_000))
        #expect(shown == String(repeating: "\u{FFFD}", count: 30) + "...")
    }

    @Test func usageError_pointsToTheHelpUnlessTheManualSaysMore() {
        #expect(UsageError("x").hint.rawValue == "btcq --help")
        #expect(UsageError("x", hint: .manual).hint.rawValue == "man btcq")
    }
}
