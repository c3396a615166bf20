/// Positive and exact, with at most 28 significant digits; never binary floating point. `1.50` equals `1.5`.
package struct Price: CustomStringConvertible, Equatable, Sendable {
    /// Without leading and trailing zeros.
    private static let maxSignificantDigits = 28

    /// They limit the length of a printed price.
    private static let exponents = -128...127

    /// ASCII digits without leading or trailing zeros.
    private let significand: [UInt8]
    /// The power of ten of the last digit.
    private let exponent: Int

    /// Reads `[0-9]+(\.[0-9]+)?`, and multiplies it by 10^`power`. Nil for other text, zero, too many significant
    /// digits, or an exponent out of range.
    package init?(_ text: some Collection<UInt8>, exponent power: Int = 0) {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy({ $0.isDigit }) }) else { return nil }
        let decimals = parts.count == 1 ? 0 : parts[1].count
        let digits = Array(parts.joined()).drop { $0 == DecimalNumber.zeroDigit }
        guard let last = digits.lastIndex(where: { $0 != DecimalNumber.zeroDigit }) else { return nil }
        significand = Array(digits[...last])
        exponent = power - decimals + digits.endIndex - 1 - last
        guard significand.count <= Self.maxSignificantDigits, Self.exponents.contains(exponent) else { return nil }
    }

    private init(significand: [UInt8], exponent: Int) {
        self.significand = significand
        self.exponent = exponent
    }

    package var digits: DecimalNumber { DecimalNumber(significand, exponent: exponent) }

    /// Whether this is more than `hundredths` / 100 of the other price, without rounding.
    package func exceeds(_ other: Price, hundredths: Int64) -> Bool {
        quotient(by: other, decimals: 2).exceeds(hundredths: hundredths)
    }

    /// How many satoshis one unit of the currency buys: 10^8 / price, rounded half to even.
    ///
    /// - Parameter decimals: nil means `readableDecimals`.
    package func satoshis(decimals: Int?) -> DecimalNumber {
        let satoshisPerBitcoin = Price(significand: [UInt8(ascii: "1")], exponent: 8)
        let quotient = satoshisPerBitcoin.quotient(by: self, decimals: DecimalPlaces.range.upperBound)
        return quotient.rounded(to: decimals ?? quotient.readableDecimals)
    }

    /// The quotient, exact enough to be rounded to `decimals` decimals: it has at least one more, and then a 1 in place
    /// of all further digits, if there are any.
    func quotient(by divisor: Price, decimals: Int) -> DecimalNumber {
        // Long division. A remainder times ten has at most 29 digits, which fit into 128 bits.
        let significandOfDivisor = divisor.significand.reduce(0 as UInt128) {
            $0 * 10 + UInt128($1 - DecimalNumber.zeroDigit)
        }
        let zeros = max(0, exponent - divisor.exponent + decimals + 1)
        var quotient: [UInt8] = []
        var remainder: UInt128 = 0
        for digit in significand + DecimalNumber.zeros(zeros) {
            remainder = remainder * 10 + UInt128(digit - DecimalNumber.zeroDigit)
            quotient.append(DecimalNumber.zeroDigit + UInt8(remainder / significandOfDivisor))
            remainder %= significandOfDivisor
        }
        let hasFurtherDigits = remainder > 0
        quotient.append(hasFurtherDigits ? UInt8(ascii: "1") : DecimalNumber.zeroDigit)
        return DecimalNumber(quotient, exponent: exponent - divisor.exponent - zeros - 1)
    }

    /// Every digit, without grouping, exponent or needless zeros.
    package var description: String { digits.description }
}
