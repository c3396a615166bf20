/// The price of one bitcoin: positive and exact, with at most 28 significant digits.
///
/// It is never converted to binary floating point. Equal prices are equal however they were written: `1.50` is `1.5`.
package struct Price: Equatable, Sendable {
    /// Trailing zeros are not counted.
    private static let maxSignificantDigits = 28

    /// The powers of ten allowed for the last significant digit. They limit the length of the text.
    private static let exponents = -128...127

    /// ASCII digits without leading or trailing zeros.
    private let significand: [UInt8]
    /// The power of ten of the last digit.
    private let exponent: Int

    /// The price in a text of the form `[0-9]+(\.[0-9]+)?`; nil for any other text, for zero, and for too many digits.
    package init?(_ text: some Sequence<UInt8>) {
        self.init(Array(text)[...], exponent: 0)
    }

    /// The price in such a text, multiplied with a power of ten.
    package init?(_ number: ArraySlice<UInt8>, exponent power: Int) {
        let parts = number.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else { return nil }
        let decimals = parts.count == 1 ? 0 : parts[1].count
        let digits = Array(parts.joined()).drop { $0 == DecimalDigits.zero }
        guard let last = digits.lastIndex(where: { $0 != DecimalDigits.zero }) else { return nil }
        significand = Array(digits[...last])
        exponent = power - decimals + digits.endIndex - 1 - last
        guard significand.count <= Self.maxSignificantDigits, Self.exponents.contains(exponent) else { return nil }
    }

    /// All its digits, before and after the decimal point.
    package var digits: DecimalDigits { DecimalDigits(significand, exponent: exponent) }

    /// How many satoshis one unit of the currency buys: 10^8 / price, rounded half to even.
    package func satoshis(decimals: Int) -> DecimalDigits {
        // Long division of 10^n by the significand. A remainder times ten has at most 29 digits.
        let divisor = significand.reduce(0 as UInt128) { $0 * 10 + UInt128($1 - DecimalDigits.zero) }
        let n = max(0, 8 - exponent + decimals + 1)
        var quotient: [UInt8] = []
        var remainder: UInt128 = 1
        for position in 0...n {
            if position > 0 { remainder *= 10 }
            quotient.append(DecimalDigits.zero + UInt8(remainder / divisor))
            remainder %= divisor
        }
        // One decimal more than asked for to round by, and another one that is not zero if there is a remainder.
        quotient.append(remainder == 0 ? DecimalDigits.zero : UInt8(ascii: "1"))
        return DecimalDigits(quotient, exponent: 8 - exponent - n - 1).rounded(to: decimals)
    }
}

extension Price: CustomStringConvertible {
    /// Every digit, without grouping, exponent or trailing zeros in the fraction.
    package var description: String { digits.description }
}
