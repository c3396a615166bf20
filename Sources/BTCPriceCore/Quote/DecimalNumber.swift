/// A number as decimal digits, for rounding and printing; never negative.
package struct DecimalNumber: CustomStringConvertible, Equatable, Sendable {
    static let zeroDigit = UInt8(ascii: "0")

    /// At least one ASCII digit.
    package let integerPart: [UInt8]
    /// The ASCII digits after the point, if any.
    package let fraction: [UInt8]

    /// - Parameter decimals: how many of the digits are after the point; less than `digits.count`.
    private init(_ digits: [UInt8], decimals: Int) {
        integerPart = Array(digits.dropLast(decimals))
        fraction = Array(digits.suffix(decimals))
    }

    /// The digits times 10^`exponent`. An exponent of some thousands adds about as many zeros.
    package init(_ digits: [UInt8], exponent: Int) {
        let significant = Array(digits.drop { $0 == Self.zeroDigit })
        let end = Self.zeros(significant.isEmpty ? 0 : exponent)
        let padded = Self.zeros(1 - min(0, exponent) - significant.count) + significant + end
        self.init(padded, decimals: max(0, -exponent))
    }

    package var isZero: Bool { (integerPart + fraction).allSatisfy { $0 == Self.zeroDigit } }

    /// Whether it is more than `hundredths` / 100, without rounding.
    package func exceeds(hundredths: Int64) -> Bool {
        // With over 18 digits, it exceeds every limit.
        guard let whole = (integerPart + (fraction + Self.zeros(2)).prefix(2)).decimalInteger else { return true }
        return whole > hundredths || whole == hundredths && fraction.dropFirst(2).contains { $0 != Self.zeroDigit }
    }

    package var isLessThanOne: Bool { integerPart.allSatisfy { $0 == Self.zeroDigit } }

    /// How many decimals to print: none, but below 1 as many as show three significant digits, at most 8.
    var readableDecimals: Int {
        guard isLessThanOne else { return 0 }
        let zeros = fraction.prefix { $0 == Self.zeroDigit }.count
        // From 9995 on, three digits are rounded up to four: 0.9995 would be 1.000.
        let isRoundedToFour = !fraction.dropFirst(zeros).lexicographicallyPrecedes("9995".utf8)
        return min(DecimalPlaces.range.upperBound, zeros + (isRoundedToFour ? 2 : 3))
    }

    /// With exactly this many decimals, rounded half to even.
    package func rounded(to decimals: Int) -> DecimalNumber {
        var digits = integerPart + fraction.prefix(decimals)
        let dropped = fraction.dropFirst(decimals)
        let half = UInt8(ascii: "5")
        let isHalf = dropped.first == half && dropped.dropFirst().allSatisfy { $0 == Self.zeroDigit }
        // The ASCII code of a digit is odd if the digit is.
        let roundsUp = isHalf ? digits[digits.count - 1] % 2 == 1 : (dropped.first ?? Self.zeroDigit) >= half
        if roundsUp { Self.increment(&digits) }
        return DecimalNumber(digits + Self.zeros(decimals - fraction.count), decimals: decimals)
    }

    /// With this many decimals, or with all digits if that would be zero.
    package func roundedNeverToZero(to decimals: Int) -> DecimalNumber {
        let rounded = rounded(to: decimals)
        return rounded.isZero ? self : rounded
    }

    /// With all decimals up to the last one that is not zero, but at least `minimum`.
    package func trimmingZeros(downTo minimum: Int) -> DecimalNumber {
        let lastNonZero = fraction.lastIndex { $0 != Self.zeroDigit } ?? -1
        return rounded(to: max(minimum, lastNonZero + 1))
    }

    /// Adds one in the last place.
    private static func increment(_ digits: inout [UInt8]) {
        for index in digits.indices.reversed() {
            if digits[index] < UInt8(ascii: "9") {
                digits[index] += 1
                return
            }
            digits[index] = zeroDigit
        }
        digits.insert(UInt8(ascii: "1"), at: 0)
    }

    /// Empty for a negative count.
    static func zeros(_ count: Int) -> [UInt8] { Array(repeating: zeroDigit, count: max(0, count)) }

    package var description: String {
        String(decoding: fraction.isEmpty ? integerPart : integerPart + [UInt8(ascii: ".")] + fraction, as: UTF8.self)
    }
}
