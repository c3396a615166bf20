import BTCPriceCore
import Testing

@Suite struct ASCIITests {
    /// `@` and `[` are next to the letters, and differ from a backquote and `{` in the same bit as `A` from `a`.
    @Test(arguments: [
        ("", "", true), ("uSd", "UsD", true), ("btc/usd-1", "BTC/USD-1", true), ("\u{20ac}a", "\u{20ac}A", true),
        ("usd", "us", false), ("", "usd", false), ("usd", "use", false), ("@", "`", false), ("[", "{", false),
        ("0", "P", false), ("\u{e4}", "\u{c4}", false), ("k", "\u{212a}", false), ("s", "\u{17f}", false),
    ])
    func equalsIgnoringCase_isTrueIfOnlyCaseOfASCIILettersDiffers(_ left: String, _ right: String, _ isEqual: Bool) {
        #expect(Array(left.utf8).equalsIgnoringCase(right) == isEqual)
        #expect("x\(right)".utf8.dropFirst().equalsIgnoringCase(left) == isEqual, "a slice")
    }

    @Test(arguments: [
        ("0", 0), ("007", 7), ("999999999999999999", 999_999_999_999_999_999), ("000000000000000001", 1), ("", nil),
        ("-1", nil), ("+1", nil), (" 1", nil), ("1 ", nil), ("1.0", nil), ("1e3", nil), ("0x1", nil), ("1\u{0}", nil),
        ("\u{661}", nil), ("/", nil), (":", nil), ("1000000000000000000", nil), ("0000000000000000001", nil),
    ])
    func decimalInteger_isReadFromUpTo18Digits(_ text: String, _ number: Int64?) {
        #expect(text.utf8.decimalInteger == number)
        #expect(Array("-\(text)".utf8)[1...].decimalInteger == number, "a slice")
    }

    @Test func currencyCode_isReadInAnyCase() {
        for currency in Currency.allCases {
            #expect(currency.code.wholeMatch(of: /[A-Z]{3}/) != nil, "\(currency.code)")
            for text in [currency.code, currency.code.lowercased(), currency.code.capitalized] {
                #expect(Currency(code: text.utf8) == currency, "\(text)")
            }
        }
        for text in ["", "US", "USDT", " USD", "XYZ", "US\u{C4}"] {
            #expect(Currency(code: text.utf8) == nil, "\(text)")
        }
    }

    @Test func identifiersAndNames_consistOfTheirCharactersUpToTheirLength() {
        func characters(_ isAllowed: ([UInt8]) -> Bool) -> String {
            let bytes = (UInt8.min...UInt8.max).filter { isAllowed([$0]) }
            #expect(bytes == (UInt8.min...UInt8.max).filter { isAllowed([0x37, $0]) && isAllowed([$0, 0x37]) })
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(characters(Endpoint.isIdentifier) == "0123456789abcdefghijklmnopqrstuvwxyz")
        #expect(characters(TradingPair.isName) == "-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_")
        let lengths = (0...100).map { Array(repeating: UInt8(ascii: "7"), count: $0) }
        #expect(lengths.filter(Endpoint.isIdentifier).map(\.count) == Array(1...32))
        #expect(lengths.filter(TradingPair.isName).map(\.count) == Array(1...20))
    }
}
