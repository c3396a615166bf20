import BTCPriceCore
import Testing

@Suite struct ASCIITests {
    /// `@` and `[` are next to the letters, and differ from a backquote and `{` in the same bit as `A` from `a`.
    @Test(arguments: [
        ("", "", true), ("usd", "USD", true), ("uSd", "UsD", true), ("btc/usd-1", "BTC/USD-1", true),
        ("\u{20ac}a", "\u{20ac}A", true), ("z", "Z", true), ("usd", "us", false), ("", "usd", false),
        ("usd", "use", false), ("usd", " usd", false), ("@", "`", false), ("[", "{", false), ("0", "P", false),
        ("\u{e4}", "\u{c4}", false), ("k", "\u{212a}", false), ("s", "\u{17f}", false),
    ])
    func equalsIgnoringCase_isTrueIfOnlyCaseOfASCIILettersDiffers(_ left: String, _ right: String, _ isEqual: Bool) {
        #expect(Array(left.utf8).equalsIgnoringCase(right) == isEqual)
        #expect("x\(right)".utf8.dropFirst().equalsIgnoringCase(left) == isEqual, "a slice")
    }

    @Test func equalsIgnoringCase_whenBytesAreNotUTF8_isFalse() {
        #expect(![0x75, 0x73, 0xC4].equalsIgnoringCase("us\u{c4}"))
        #expect(![0xFF].equalsIgnoringCase("\u{FFFD}"))
    }

    @Test(arguments: [
        ("0", 0), ("7", 7), ("007", 7), ("1234567890", 1_234_567_890),
        ("999999999999999999", 999_999_999_999_999_999), ("000000000000000001", 1),
    ])
    func decimalInteger_ofDigits_isTheirNumber(_ text: String, _ number: Int64) {
        #expect(text.utf8.decimalInteger == number)
        #expect(Array("-\(text)".utf8)[1...].decimalInteger == number, "a slice")
    }

    @Test(arguments: [
        "", "-1", "+1", " 1", "1 ", "1.0", "1e3", "x", "0x1", "1\u{0}", "\u{661}", "/", ":", "1000000000000000000",
        "0000000000000000001", String(repeating: "9", count: 200),
    ])
    func decimalInteger_ofOtherText_isNil(_ text: String) {
        #expect(text.utf8.decimalInteger == nil)
    }

    @Test(arguments: Currency.allCases)
    func currencyCode_isReadInAnyCase(_ currency: Currency) {
        let code = currency.code
        #expect(code.utf8.count == 3 && code == code.uppercased())
        for text in [code, code.lowercased(), code.capitalized] {
            #expect(Currency(code: text.utf8) == currency, "\(text)")
        }
    }

    @Test(arguments: ["", "US", "USDT", "USDUSD", " USD", "USD ", "XYZ", "$", "US\u{C4}", "U\u{13}D", "usd\u{0}"])
    func currency_whenTextIsNoCode_isNil(_ text: String) {
        #expect(Currency(code: text.utf8) == nil)
    }

    @Test func identifiersAndNames_containOnlyTheirCharacters() {
        /// Every byte that is allowed, alone and beside others.
        func characters(_ isAllowed: ([UInt8]) -> Bool) -> String {
            let bytes = (UInt8.min...UInt8.max).filter { [[$0], [0x37, $0], [$0, 0x37]].contains(where: isAllowed) }
            #expect(bytes.allSatisfy { [[$0], [0x37, $0], [$0, 0x37]].allSatisfy(isAllowed) })
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(characters(Endpoint.isIdentifier) == "0123456789abcdefghijklmnopqrstuvwxyz")
        #expect(characters(TradingPair.isName) == "-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_")
    }

    @Test func identifiersAndNames_haveLimitedLength() {
        let lengths = (0...100).map { Array(repeating: UInt8(ascii: "7"), count: $0) }
        #expect(lengths.filter(Endpoint.isIdentifier).map(\.count) == Array(1...32))
        #expect(lengths.filter(TradingPair.isName).map(\.count) == Array(1...20))
    }
}
