import Testing

@testable import BTCQCommand

@Suite struct TerminalTextTests {
    @Test(arguments: [
        "", "plain", "$68,901.23 ~ {}\\u{1b}", "\u{20bf} \u{20ac}\u{a3}\u{a5}", "\u{6f22}\u{1f600}", "e\u{301}",
    ])
    func escaped_whenTheTextIsSafe_isUnchanged(_ text: String) {
        #expect(TerminalText.escaped(text).utf8.elementsEqual(text.utf8))
    }

    @Test(arguments: [
        ("\u{1b}[31mred", "\\u{1b}[31mred"), ("a\nb\r\t", "a\\u{a}b\\u{d}\\u{9}"), ("\u{0}", "\\u{0}"),
        ("\u{1f}", "\\u{1f}"),
        ("\u{7f}\u{80}\u{9b}", "\\u{7f}\\u{80}\\u{9b}"), ("\u{202e}abc", "\\u{202e}abc"),
        ("\u{2066}\u{200b}", "\\u{2066}\\u{200b}"),
        ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{ad}", "\\u{ad}"), ("\u{e000}", "\\u{e000}"),
        ("\u{378}", "\\u{378}"),
        ("\u{feff}x\u{e0041}", "\\u{feff}x\\u{e0041}"), ("\u{20bf}\u{1b}", "\u{20bf}\\u{1b}"), ("\r\n", "\\u{d}\\u{a}"),
    ])
    func escaped_whenACharacterActsOnATerminal_isItsNumber(_ text: String, _ escaped: String) {
        #expect(TerminalText.escaped(text) == escaped)
    }

    @Test func escaped_whenAControlCharacter_isItsNumber() {
        for value in Array(UInt32(0)..<0x20) + Array(0x7F..<0xA0) {
            let text = Unicode.Scalar(value).map { String($0) } ?? ""
            #expect(TerminalText.escaped(text) == "\\u{\(String(value, radix: 16))}")
        }
    }
}
