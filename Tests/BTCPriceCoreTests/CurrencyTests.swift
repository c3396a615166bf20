import BTCPriceCore
import Testing

@Suite struct CurrencyTests {
    @Test(arguments: Currency.allCases)
    func code_isReadInAnyCase(_ currency: Currency) {
        let code = currency.code
        #expect(code.utf8.count == 3 && code == code.uppercased())
        for text in [code, code.lowercased(), code.capitalized, code.prefix(2).lowercased() + code.suffix(1)] {
            #expect(Currency(code: text.utf8) == currency, "\(text)")
        }
    }

    @Test(arguments: [
        "", "US", "USDT", "USDUSD", " USD", "USD ", "XYZ", "$", "\u{20ac}", "US\u{C4}", "U\u{13}D", "usd\u{0}",
    ])
    func currency_whenTheTextIsNoCode_isNil(_ text: String) {
        #expect(Currency(code: text.utf8) == nil)
    }

    @Test func currency_whenTheTextIsNotUTF8_isNil() {
        #expect(Currency(code: [0xFF, 0xFE, 0x80]) == nil)
        #expect(Currency(code: [0x55, 0x53, 0xC4]) == nil)
    }
}
