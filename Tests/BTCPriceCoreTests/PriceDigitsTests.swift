import BTCPriceCore
import Testing

@Suite struct PriceDigitsTests {
    @Test(arguments: [
        ("68901.23", "68901.23"), ("68901.22999999998976", "68901.22999999998976"), ("0.00000001", "0.00000001"),
        ("999999999999.99999999", "999999999999.99999999"), ("85864.00", "85864"), ("25846", "25846"),
        ("00012.50", "12.5"), ("1234567890123456789012345678", "1234567890123456789012345678"),
        ("1000000000000000000000000000000000000000", "1000000000000000000000000000000000000000"),
        ("1.000000000000000000000000000000000000000000000000", "1"),
    ])
    func stringPrice_keepsEveryDigitButZerosAtItsTail(_ text: String, _ digits: String) throws {
        #expect(PriceDigits.text(of: try #require(PriceDigits.price(ofString: text))) == digits)
    }

    @Test(arguments: [
        "", "0", "0.00000000", "-1", "+1", " 1", "1 ", "1.", ".5", "1.5.5", "5abc", "0x10", "1e5", "1,000.00", "NaN",
        "inf", "\u{661}\u{662}", "12345678901234567890123456789", "1.2345678901234567890123456789",
    ])
    func stringPrice_refusesWhatIsNotOne(_ text: String) {
        #expect(PriceDigits.price(ofString: text) == nil)
    }

    @Test(arguments: [
        ("103457.51", "103457.51"), ("1e5", "100000"), ("1E+3", "1000"), ("1e-8", "0.00000001"), ("6.8901e4", "68901"),
    ])
    func numberPrice_takesAnExponent(_ text: String, _ digits: String) throws {
        #expect(PriceDigits.text(of: try #require(PriceDigits.price(ofNumber: text))) == digits)
    }

    @Test(arguments: [
        "0", "0e5", "-5", "1e999", "1e99999999999999999999", "1e-999", "1e128", "1e-129", "1e", "1e+",
        "103457.510000000000000000000000000000000000000001",
    ])
    func numberPrice_refusesWhatADecimalCannotHoldExactly(_ text: String) {
        #expect(PriceDigits.price(ofNumber: text) == nil)
    }

    @Test func price_survivesEveryCountOfDecimals() throws {
        for decimals in 0..<28 {
            let text = decimals == 0 ? "7" : "0." + String(repeating: "0", count: decimals - 1) + "7"
            #expect(PriceDigits.text(of: try #require(PriceDigits.price(ofString: text))) == text)
        }
    }
}
