import BTCPriceCore
import TestSupport
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
        #expect(Price(jsonNumber: text.utf8)?.description == digits)
    }

    @Test(arguments: [
        ("1e5", "100000"), ("1E+3", "1000"), ("1e-8", "0.00000001"), ("6.8901e4", "68901"), ("6.8901e2", "689.01"),
        ("5e0", "5"), ("5e-0", "5"), ("120e-1", "12"), ("0.5e1", "5"), ("1e0003", "1000"), ("1e00005", "100000"),
    ])
    func jsonNumber_mayHaveAnExponent(_ text: String, _ digits: String) {
        #expect(Price(jsonNumber: text.utf8)?.description == digits)
        #expect(Price(text.utf8) == nil, "a string price may not")
    }

    /// As a string price and as a JSON number.
    @Test(arguments: [
        "", ".", "1.", ".5", "1.5.5", "1..5", "-1", "+1", " 1", "1 ", "1\n", "1\u{0}", "5abc", "0x10", "1,000.00",
        "NaN",
        "inf", "\u{661}\u{662}", "1\u{301}", "/1", "1:", "0", "00", "0.0", "0e5", "1e", "1e+", "1e-", "1e+-5", "1e5.0",
        "1e5 ", "1e 5", "e5", "1ee5", "1.e5", "1e10000", "1e32768", "1e-99999999999999999999", "\(digits28)9",
        "0.\(digits28)9", "\(digits28).1", "1000000000000000000000000000.1",
    ])
    func price_whenTheTextIsNotANumberOrZeroOrHasMoreThan28Digits_isNil(_ text: String) {
        #expect(Price(text.utf8) == nil)
        #expect(Price(jsonNumber: text.utf8) == nil)
    }

    @Test(arguments: [
        ("1e127", 128), ("1e-128", 130), ("10e-129", 130), ("1.5e-127", 130),
        ("12345678901234567890123456780e126", 155), ("1e128", nil), ("10e127", nil), ("1e-129", nil),
        ("1.5e-128", nil), ("1e999", nil), ("1.5e-32768", nil),
    ])
    func exponent_isLimited_soThatTheTextIs(_ text: String, _ length: Int?) {
        #expect(Price(jsonNumber: text.utf8)?.description.utf8.count == length)
    }

    @Test(arguments: [
        ("68901.50", true), ("068901.5", true), ("68901.5000000000000000000000000000000000000000", true),
        ("6.89015e4", true), ("689015e-1", true), ("0.689015E+5", true), ("68901500e-3", true), ("6890.15", false),
        ("689015", false), ("68901.51", false), ("68901.05", false), ("0.689015", false),
    ])
    func prices_areEqualIfTheirValuesAre(_ text: String, _ isEqual: Bool) throws {
        let price = try #require(Price(jsonNumber: text.utf8))
        #expect((price == Price("68901.5".utf8)) == isEqual)
    }

    @Test func price_whenRandom_keepsAllDigits() {
        var random = SeededGenerator()
        func zeros(_ count: Int) -> String { String(repeating: "0", count: max(0, count)) }
        for _ in 0..<500 {
            // One to 28 digits, with no zero at either end, and the decimal point after `point` of them.
            let count = Int.random(in: 1...28, using: &random)
            let digits = (1...count).map { Int.random(in: $0 == 1 || $0 == count ? 1...9 : 0...9, using: &random) }
                .map { "\($0)" }.joined()
            let point = Int.random(in: -10...38, using: &random)
            let fraction = point < count ? "." + zeros(-point) + digits.dropFirst(max(0, point)) : zeros(point - count)
            let text = (point > 0 ? String(digits.prefix(point)) : "0") + fraction
            let tail = text.contains(".") ? zeros(.random(in: 0...3, using: &random)) : ""
            let padded = zeros(.random(in: 0...3, using: &random)) + text + tail
            #expect(Price(padded.utf8)?.description == text, "\(padded), \(random)")
            let number = "\(digits)e\(point - count)"
            #expect(Price(jsonNumber: number.utf8)?.description == text, "\(number), \(random)")
        }
    }
}
