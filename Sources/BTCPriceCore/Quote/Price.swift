/// The price of one bitcoin: positive and exact, with at most 28 significant digits.
///
/// It is never converted to binary floating point. Equal prices are equal however they were written: `1.50` is `1.5`.
package struct Price: Equatable, Sendable {
    /// Leading and trailing zeros are not counted.
    private static let maxSignificantDigits = 28

    /// The values that `exponent` can have. They limit the length of a printed price.
    private static let exponents = -128...127

    /// ASCII digits without leading or trailing zeros.
    private let significand: [UInt8]
    /// The power of ten of the last digit of the significand.
    private let exponent: Int

    /// The number in a text of the form `[0-9]+(\.[0-9]+)?`, times 10^`power`; nil for any other text, for zero, and for too many
    /// digits or an exponent out of range.
    package init?(_ text: some Collection<UInt8>, exponent power: Int = 0) {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy({ $0.isDigit }) }) else { return nil }
        let decimals = parts.count == 1 ? 0 : parts[1].count
        let digits = Array(parts.joined()).drop { $0 == DecimalDigits.zero }
        guard let last = digits.lastIndex(where: { $0 != DecimalDigits.zero }) else { return nil }
        significand = Array(digits[...last])
        exponent = power - decimals + digits.endIndex - 1 - last
        guard significand.count <= Self.maxSignificantDigits, Self.exponents.contains(exponent) else { return nil }
    }

    private init(significand: [UInt8], exponent: Int) {
        self.significand = significand
        self.exponent = exponent
    }

    /// All its digits, before and after the decimal point.
    package var digits: DecimalDigits { DecimalDigits(significand, exponent: exponent) }

    /// How many satoshis one unit of the currency buys: 10^8 / price, rounded half to even.
    package func satoshis(decimals: Int) -> DecimalDigits {
        let satoshisPerBitcoin = Price(significand: [UInt8(ascii: "1")], exponent: 8)
        return satoshisPerBitcoin.quotient(by: self, decimals: decimals).rounded(to: decimals)
    }

    /// This price divided by `divisor`. The caller rounds the quotient to at most `decimals` decimals, or compares it: after
    /// these decimals there is at least one guard digit, and last a sticky digit, which is 1 if the exact quotient has more
    /// digits, else 0.
    func quotient(by divisor: Price, decimals: Int) -> DecimalDigits {
        // Long division of the significands. A remainder times ten has at most 29 digits.
        let significandOfDivisor = divisor.significand.reduce(0 as UInt128) {
            $0 * 10 + UInt128($1 - DecimalDigits.zero)
        }
        let zeros = max(0, exponent - divisor.exponent + decimals + 1)
        var quotient: [UInt8] = []
        var remainder: UInt128 = 0
        for digit in significand + DecimalDigits.zeros(zeros) {
            remainder = remainder * 10 + UInt128(digit - DecimalDigits.zero)
            quotient.append(DecimalDigits.zero + UInt8(remainder / significandOfDivisor))
            remainder %= significandOfDivisor
        }
        quotient.append(remainder == 0 ? DecimalDigits.zero : UInt8(ascii: "1"))
        return DecimalDigits(quotient, exponent: exponent - divisor.exponent - zeros - 1)
    }
}

extension Price: CustomStringConvertible {
    /// Every digit, without grouping, exponent or trailing zeros in the fraction.
    package var description: String { digits.description }
}
