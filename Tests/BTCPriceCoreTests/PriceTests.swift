import BTCPriceCore
import TestSupport
import Testing

@Suite struct PriceTests {
    @Test(arguments: [
        ("68901.23", "68901.23"), ("68901.22999999998976", "68901.22999999998976"), ("0.00000001", "0.00000001"),
        ("999999999999.99999999", "999999999999.99999999"), ("85864.00", "85864"), ("85864.10", "85864.1"),
        ("25846", "25846"), ("100", "100"), ("00012.50", "12.5"), ("000.5", "0.5"), ("1", "1"),
    ])
    func text_keepsEveryDigitExceptTrailingZeros(_ text: String, _ digits: String) throws {
        #expect(try #require(Price(text.utf8)).description == digits)
    }

    @Test(arguments: [
        "", ".", "1.", ".5", "1.5.5", "1..5", "-1", "+1", " 1", "1 ", "1\n", "1\u{0}", "5abc", "0x10", "1e5", "1E5",
        "1,000.00", "NaN", "nan", "inf", "infinity", "\u{661}\u{662}", "1\u{301}", "/1", "1:",
    ])
    func price_whenTheTextIsNotAPlainNumber_isNil(_ text: String) {
        #expect(Price(text.utf8) == nil)
    }

    @Test(arguments: ["0", "00", "0.0", "0.00000000"])
    func price_whenZero_isNil(_ text: String) {
        #expect(Price(text.utf8) == nil)
        #expect(Price(jsonNumber: text.utf8) == nil)
        #expect(Price(jsonNumber: "\(text)e5".utf8) == nil)
    }

    @Test(arguments: [
        ("103457.51", "103457.51"), ("1e5", "100000"), ("1E+3", "1000"), ("1e-8", "0.00000001"), ("6.8901e4", "68901"),
        ("6.8901e2", "689.01"), ("5e0", "5"), ("5e-0", "5"), ("120e-1", "12"), ("0.5e1", "5"), ("1e0003", "1000"),
    ])
    func jsonNumber_takesAnExponent(_ text: String, _ digits: String) throws {
        #expect(try #require(Price(jsonNumber: text.utf8)).description == digits)
    }

    @Test(arguments: [
        "-5", "1e", "1e+", "1e-", "1e+-5", "1e-+5", "1e5.0", "1e5 ", "e5", "1ee5", "1e00005", "1e10000",
        "1e99999999999999999999",
        "1.e5",
    ])
    func price_whenTheTextIsNotAJSONNumber_isNil(_ text: String) {
        #expect(Price(jsonNumber: text.utf8) == nil)
    }

    @Test(arguments: [
        ("1e127", 128), ("1e-128", 130), ("10e-129", 130), ("1.5e-127", 130),
        ("12345678901234567890123456780e126", 155),
    ])
    func exponent_atTheLimits_isAllowed(_ text: String, _ length: Int) throws {
        #expect(try #require(Price(jsonNumber: text.utf8)).description.utf8.count == length)
    }

    @Test(arguments: ["1e128", "10e127", "1e-129", "1.5e-128", "1e999", "1e-999", "1e9999"])
    func price_whenTheExponentIsOutOfRange_isNil(_ text: String) {
        #expect(Price(jsonNumber: text.utf8) == nil)
    }

    private static let digits28 = "1234567890123456789012345678"

    @Test(arguments: [
        digits28, "0.\(digits28)", "000\(digits28)", "\(digits28)0000", "\(digits28).0000",
        "1.\(digits28.dropFirst())000",
        "100000000000000000000000000.1",
    ])
    func significantDigits_mayBeTwentyEight(_ text: String) {
        #expect(Price(text.utf8) != nil)
    }

    @Test(arguments: [
        "\(digits28)9", "0.\(digits28)9", "\(digits28).1", "1.\(digits28)", "1000000000000000000000000000.1",
    ])
    func price_withMoreThan28SignificantDigits_isRejectedAndNotRounded(_ text: String) {
        #expect(Price(text.utf8) == nil)
        #expect(Price(jsonNumber: text.utf8) == nil)
    }

    @Test func price_whenWrittenDifferently_isEqual() throws {
        let price = try #require(Price("68901.5".utf8))
        for text in ["68901.50", "068901.5", "68901.5000000000000000000000000000000000000000"] {
            #expect(Price(text.utf8) == price, "\(text)")
        }
        for text in ["6.89015e4", "689015e-1", "0.689015E+5", "68901500e-3"] {
            #expect(Price(jsonNumber: text.utf8) == price, "\(text)")
        }
    }

    @Test(arguments: ["6890.15", "689015", "68901.51", "68901.05", "0.689015"])
    func price_withOtherDigitsOrAnotherPoint_isNotEqual(_ text: String) throws {
        let other = try #require(Price(text.utf8))
        #expect(other != Price("68901.5".utf8))
    }

    @Test func price_whenRandom_keepsAllDigits() throws {
        var random = SeededGenerator()
        for _ in 0..<500 {
            let digits = Self.significand(&random)
            let point = Int.random(in: -10...38, using: &random)
            let text = Self.plain(digits, pointAt: point)
            let padded = Self.zeros(.random(in: 0...3, using: &random)) + text
            let tail = text.contains(".") ? Self.zeros(.random(in: 0...3, using: &random)) : ""
            #expect(Price((padded + tail).utf8)?.description == text, "\(random)")
            let number = "\(digits)e\(point - digits.utf8.count)"
            #expect(Price(jsonNumber: number.utf8)?.description == text, "\(number), \(random)")
        }
    }

    /// One to 28 digits, with no zero at either end.
    private static func significand(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 1...28, using: &random)
        let digits = (0..<count).map { index in
            Int.random(in: index == 0 || index == count - 1 ? 1...9 : 0...9, using: &random)
        }
        return digits.map(String.init).joined()
    }

    /// The digits with the decimal point after `point` of them.
    private static func plain(_ digits: String, pointAt point: Int) -> String {
        let count = digits.utf8.count
        if point <= 0 { return "0." + zeros(-point) + digits }
        if point >= count { return digits + zeros(point - count) }
        return "\(digits.prefix(point)).\(digits.dropFirst(point))"
    }

    private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }
}
