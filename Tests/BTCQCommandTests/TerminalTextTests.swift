import Testing

@testable import BTCQCommand

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain \u{20bf} text", "plain \u{20bf} text"), ("\u{1b}[31mred", "\\u{1b}[31mred"),
        ("a\nb\r", "a\\u{a}b\\u{d}"),
        ("\u{7f}\u{9b}", "\\u{7f}\\u{9b}"), ("\u{202e}abc", "\\u{202e}abc"), ("\u{2028}", "\\u{2028}"), ("", ""),
    ])
    func whatActsOnATerminal_isSpelledOut(_ text: String, _ escaped: String) {
        #expect(TerminalText.escaped(text) == escaped)
    }
}
