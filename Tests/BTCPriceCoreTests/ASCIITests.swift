import BTCPriceCore
import Testing

@Suite struct ASCIITests {
    @Test(arguments: [
        ("", ""), ("usd", "USD"), ("USD", "usd"), ("uSd", "UsD"), ("btc/usd-1", "BTC/USD-1"),
        ("\u{20ac}a", "\u{20ac}A"),
    ])
    func equalsIgnoringCase_whenOnlyTheCaseOfASCIILettersDiffers_isTrue(_ left: String, _ right: String) {
        #expect(Array(left.utf8).equalsIgnoringCase(right))
        #expect(Array(right.utf8).equalsIgnoringCase(left))
        #expect("x\(left)".utf8.dropFirst().equalsIgnoringCase(right), "a slice is compared like an array")
    }

    /// `@` and `[` are next to the letters, and differ from a backquote and `{` in the same bit as `A` from `a`.
    @Test(arguments: [
        ("usd", "us"), ("us", "usd"), ("", "usd"), ("usd", "use"), ("usd", " usd"), ("@", "`"), ("[", "{"), ("0", "P"),
        ("\u{e4}", "\u{c4}"), ("\u{3b1}", "\u{391}"), ("k", "\u{212a}"), ("s", "\u{17f}"),
    ])
    func equalsIgnoringCase_whenAnythingElseDiffers_isFalse(_ left: String, _ right: String) {
        #expect(!Array(left.utf8).equalsIgnoringCase(right))
        #expect(!Array(right.utf8).equalsIgnoringCase(left))
    }

    @Test func equalsIgnoringCase_whenTheBytesAreNotUTF8_isFalse() {
        #expect(![0x75, 0x73, 0xC4].equalsIgnoringCase("us\u{c4}"))
        #expect(![0xFF].equalsIgnoringCase("\u{FFFD}"))
    }

    @Test(arguments: [
        ("0", 0), ("7", 7), ("007", 7), ("1234567890", 1_234_567_890),
        ("999999999999999999", 999_999_999_999_999_999), ("000000000000000001", 1),
    ])
    func decimalInteger_ofDigits_isTheirNumber(_ text: String, _ number: Int64) {
        #expect(text.utf8.decimalInteger == number)
        #expect(Array("-\(text)".utf8)[1...].decimalInteger == number)
    }

    @Test(arguments: [
        "", "-1", "+1", " 1", "1 ", "1.0", "1e3", "x", "0x1", "1\u{0}", "\u{661}", "/", ":", "1000000000000000000",
        "0000000000000000001", String(repeating: "9", count: 200),
    ])
    func decimalInteger_ofAnyOtherText_isNil(_ text: String) {
        #expect(text.utf8.decimalInteger == nil)
    }

    @Test func isDigit_isTrueForTenBytes() {
        #expect((UInt8.min...UInt8.max).filter(\.isDigit).elementsEqual("0123456789".utf8))
    }
}
