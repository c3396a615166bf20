extension Price {
    /// How many satoshis one unit of the currency buys: 10^8 / price, rounded half to even.
    package func satoshis(decimals: Int) -> DecimalDigits {
        // One decimal more than asked for, and a last digit that is not zero if there is a remainder: the rounding is exact.
        let fractionCount = decimals + 2
        let (quotient, hasRemainder) = dividePowerOfTen(8 + decimals + 1 - exponent)
        let rest = [DecimalDigits.zero + (hasRemainder ? 1 : 0)]
        let digits = Array(repeating: DecimalDigits.zero, count: fractionCount) + quotient + rest
        let integerPart = digits.dropLast(fractionCount).drop { $0 == DecimalDigits.zero }
        return DecimalDigits(
            integerPart: integerPart.isEmpty ? [DecimalDigits.zero] : Array(integerPart),
            fraction: Array(digits.suffix(fractionCount))
        ).rounded(to: decimals)
    }

    /// Divides a power of ten by the significand, digit by digit. A negative power counts as 0 with a remainder.
    private func dividePowerOfTen(_ power: Int) -> (quotient: [UInt8], hasRemainder: Bool) {
        guard power >= 0 else { return ([], true) }
        var quotient: [UInt8] = []
        var remainder: [UInt8] = []
        for digit in [UInt8(ascii: "1")] + Array(repeating: DecimalDigits.zero, count: power) {
            remainder = Array((remainder + [digit]).drop { $0 == DecimalDigits.zero })
            var count = DecimalDigits.zero
            while let difference = Self.subtract(significand, from: remainder) {
                remainder = difference
                count += 1
            }
            quotient.append(count)
        }
        return (quotient, !remainder.isEmpty)
    }

    /// Nil if the difference is negative. Neither number has leading zeros, and neither has the difference.
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
            let taken = digit + borrow
            let available = minuend[position] - DecimalDigits.zero
            borrow = available < taken ? 1 : 0
            difference[position] = available + borrow * 10 - taken + DecimalDigits.zero
        }
        return Array(difference.drop { $0 == DecimalDigits.zero })
    }
}
