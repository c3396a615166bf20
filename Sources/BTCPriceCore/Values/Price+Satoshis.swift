extension Price {
    /// How many satoshis one unit of the currency buys: 10^8 / price, rounded half to even.
    package func satoshis(decimals: Int) -> DecimalDigits {
        // Two decimals more than asked for: one to round by, and one that is 1 if there is a remainder, so that the rounding
        // is exact.
        let fractionCount = decimals + 2
        let (quotient, hasRemainder) = quotientOfTen(toThe: 8 + decimals + 1 - exponent)
        let digits =
            Array(repeating: DecimalDigits.zero, count: fractionCount) + quotient
            + [hasRemainder ? UInt8(ascii: "1") : DecimalDigits.zero]
        let integerPart = digits.dropLast(fractionCount).drop { $0 == DecimalDigits.zero }
        return DecimalDigits(
            integerPart: integerPart.isEmpty ? [DecimalDigits.zero] : Array(integerPart),
            fraction: Array(digits.suffix(fractionCount))
        ).rounded(to: decimals)
    }

    /// The integer part of 10^n / significand, by long division: the digits do not fit into an integer. If n is negative, it
    /// is 0, without digits.
    private func quotientOfTen(toThe n: Int) -> (quotient: [UInt8], hasRemainder: Bool) {
        guard n >= 0 else { return ([], true) }
        var quotient: [UInt8] = []
        var remainder: [UInt8] = []
        for digit in [UInt8(ascii: "1")] + Array(repeating: DecimalDigits.zero, count: n) {
            if !remainder.isEmpty || digit != DecimalDigits.zero { remainder.append(digit) }
            var quotientDigit = DecimalDigits.zero
            while let difference = Self.subtract(significand, from: remainder) {
                remainder = difference
                quotientDigit += 1
            }
            quotient.append(quotientDigit)
        }
        return (quotient, !remainder.isEmpty)
    }

    /// Nil if the difference is negative. The numbers must not have leading zeros; the difference has none, and zero has no
    /// digits.
    private static func subtract(_ subtrahend: [UInt8], from minuend: [UInt8]) -> [UInt8]? {
        let isLess =
            minuend.count == subtrahend.count
            ? minuend.lexicographicallyPrecedes(subtrahend) : minuend.count < subtrahend.count
        guard !isLess else { return nil }
        var difference = minuend
        var borrow: UInt8 = 0
        for index in 1...minuend.count {
            let position = minuend.count - index
            let digit = index <= subtrahend.count ? subtrahend[subtrahend.count - index] - DecimalDigits.zero : 0
            let subtracted = digit + borrow
            let available = minuend[position] - DecimalDigits.zero
            borrow = available < subtracted ? 1 : 0
            difference[position] = available + borrow * 10 - subtracted + DecimalDigits.zero
        }
        return Array(difference.drop { $0 == DecimalDigits.zero })
    }
}
