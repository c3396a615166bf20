import BTCPriceCore
import Testing

@Suite struct PriceTests {
    private static let digits28 = "1234567890123456789012345678"

    @Test(arguments: [
        ("68901.23", "68901.23"), ("68901.22999999998976", "68901.22999999998976"), ("0.00000001", "0.00000001"),
        ("999999999999.99999999", "999999999999.99999999"), ("85864.00", "85864"), ("85864.10", "85864.1"),
        ("100", "100"), ("00012.50", "12.5"), ("000.5", "0.5"), ("1", "1"),
        // Zeros at the ends are not significant digits.
        (digits28, digits28), ("0.\(digits28)", "0.\(digits28)"), ("000\(digits28).000", digits28),
        ("\(digits28)0000", "\(digits28)0000"), ("1.\(digits28.dropFirst())000", "1.\(digits28.dropFirst())"),
    ])
    func text_keepsEveryDigitExceptTrailingZeros(_ text: String, _ digits: String) {
        #expect(Price(text.utf8)?.description == digits)
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "1.5.5", "1..5", "-1", "+1", " 1", "1 ", "1\n", "1\u{0}", "5abc", "0x10", "1,000.00",
        "NaN", "inf", "\u{661}\u{662}", "1\u{301}", "/1", "1:", "0", "00", "0.0", "1e5", "1E5", "e", "\(digits28)9",
        "0.\(digits28)9", "\(digits28).1", "1000000000000000000000000000.1",
    ])
    func price_whenTextIsNotNumberOrZeroOrHasMoreThan28Digits_isNil(_ text: String) {
        #expect(Price(text.utf8) == nil)
        #expect(Price(Array(text.utf8)[...], exponent: 5) == nil)
    }

    @Test(arguments: [
        ("1", 5, "100000"), ("1", -8, "0.00000001"), ("6.8901", 4, "68901"), ("6.8901", 2, "689.01"), ("5", 0, "5"),
        ("120", -1, "12"), ("0.5", 1, "5"), ("00120.0340", 1, "1200.34"), ("1234.56", -8, "0.0000123456"),
    ])
    func exponent_multipliesWithPowerOfTen(_ text: String, _ exponent: Int, _ digits: String) {
        #expect(Price(Array(text.utf8)[...], exponent: exponent)?.description == digits)
        #expect(Price(Array("1\(text)".utf8)[1...], exponent: exponent)?.description == digits, "a slice")
    }

    @Test(arguments: [
        ("1", 127, 128), ("1", -128, 130), ("10", -129, 130), ("1.5", -127, 130),
        ("12345678901234567890123456780", 126, 155), ("1", 128, nil), ("10", 127, nil), ("1", -129, nil),
        ("1.5", -128, nil), ("1", 999, nil), ("1.5", -32768, nil),
    ])
    func price_whenItsTextWouldBeTooLong_isNil(_ text: String, _ exponent: Int, _ length: Int?) {
        #expect(Price(Array(text.utf8)[...], exponent: exponent)?.description.utf8.count == length)
    }

    /// Below 1, three significant digits, at most 8 decimals; otherwise none.
    @Test(arguments: [
        ("68901.23", "1451"), ("40000000", "2"), ("100000000", "1"), ("66666666.7", "1"), ("100000001", "1.00"),
        ("200000000", "0.500"), ("1399123456.78", "0.0715"), ("2265123456789", "0.0000441"),
        ("999500249.875", "0.100"), ("100050000000", "0.00100"), ("100060000000", "0.000999"),
        ("81234567890123", "0.00000123"), ("812345678901234", "0.00000012"),
        ("99999999999999999", "0.00000000"),
    ])
    func satoshis_below1_haveThreeSignificantDigits(_ price: String, _ satoshis: String) throws {
        #expect(try #require(Price(price.utf8)).satoshis(decimals: nil).description == satoshis)
    }

    @Test(arguments: [
        ("68901.50", true), ("068901.5", true), ("68901.5000000000000000000000000000000000000000", true),
        ("6890.15", false), ("689015", false), ("68901.51", false), ("68901.05", false), ("0.689015", false),
    ])
    func prices_areEqualIfTheirValuesAre(_ text: String, _ isEqual: Bool) throws {
        let price = try #require(Price(text.utf8))
        #expect((price == Price("68901.5".utf8)) == isEqual)
    }
}
