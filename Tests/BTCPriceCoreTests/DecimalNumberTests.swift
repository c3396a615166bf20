import Testing

@testable import BTCPriceCore

/// `RoundingTests` has random numbers.
@Suite struct DecimalNumberTests {
    @Test(arguments: [("0", 5, "0"), ("00", -3, "0.000"), ("12", 2, "1200"), ("12", -3, "0.012")])
    func number_ofDigitsAndAnExponent_hasAnIntegerPart(_ digits: String, _ exponent: Int, _ text: String) {
        #expect(DecimalNumber(Array(digits.utf8), exponent: exponent).description == text)
    }

    @Test(arguments: [
        ("0.004", 2, "0.004"), ("0.005", 2, "0.005"), ("0.006", 2, "0.01"), ("0.5", 0, "0.5"), ("0.6", 0, "1"),
        ("0.000000001", 8, "0.000000001"), ("68901.23", 0, "68901"),
    ])
    func roundedNeverToZero_whenItWouldBeZero_keepsAllDigits(_ text: String, _ decimals: Int, _ rounded: String) {
        #expect(number(text).roundedNeverToZero(to: decimals).description == rounded)
    }

    @Test(arguments: [
        ("1.2500", 0, "1.25"), ("1.2500", 3, "1.250"), ("1.25", 5, "1.25000"), ("100", 0, "100"), ("100", 2, "100.00"),
        ("1.000", 0, "1"), ("0.00000000", 2, "0.00"), ("1.0010", 0, "1.001"),
    ])
    func trimmingZeros_leavesAtLeastMinimumOfDecimals(_ text: String, _ minimum: Int, _ trimmed: String) {
        #expect(number(text).trimmingZeros(downTo: minimum).description == trimmed)
    }

    @Test func decimalPlaces_areOneDigitUpToEight() {
        for count in 0...8 { #expect(DecimalPlaces("\(count)".utf8)?.count == count) }
        for text in ["", "9", "00", "10", "-1", "+1", " 1", "1 ", "x", "/", "\u{661}"] {
            #expect(DecimalPlaces(text.utf8) == nil, "\(text)")
        }
    }

    /// The number with all its digits, trailing zeros too.
    private func number(_ text: String) -> DecimalNumber {
        let parts = text.split(separator: ".")
        return DecimalNumber(Array(parts.joined().utf8), exponent: parts.count == 1 ? 0 : -parts[1].utf8.count)
    }
}
