/// A number that is not negative, as its decimal digits, for rounding and printing.
package struct DecimalDigits: Equatable, Sendable {
    /// The ASCII digit.
    static let zero = UInt8(ascii: "0")

    /// ASCII digits, at least one.
    package private(set) var integerPart: [UInt8]
    /// ASCII digits after the decimal point, perhaps none.
    package private(set) var fraction: [UInt8]

    init(integerPart: [UInt8], fraction: [UInt8]) {
        self.integerPart = integerPart
        self.fraction = fraction
    }

    package var isZero: Bool { (integerPart + fraction).allSatisfy { $0 == Self.zero } }

    package var isLessThanOne: Bool { integerPart.allSatisfy { $0 == Self.zero } }

    /// The number with exactly this many decimals, rounded half to even.
    package func rounded(to decimals: Int) -> DecimalDigits {
        let remaining = Array(fraction.prefix(decimals))
        let padding = Array(repeating: Self.zero, count: decimals - remaining.count)
        let result = DecimalDigits(integerPart: integerPart, fraction: remaining + padding)
        let dropped = fraction.dropFirst(decimals)
        let half = UInt8(ascii: "5")
        guard let first = dropped.first, first >= half else { return result }
        let isHalf = first == half && dropped.dropFirst().allSatisfy { $0 == Self.zero }
        let last = (integerPart + remaining).last ?? Self.zero
        return isHalf && last % 2 == 0 ? result : result.incremented()
    }

    /// The number with exactly this many decimals, or with all its digits if it would be rounded to zero.
    package func roundedNeverToZero(to decimals: Int) -> DecimalDigits {
        let rounded = rounded(to: decimals)
        return rounded.isZero ? self : rounded
    }

    /// The same number without trailing zeros, but with at least `minimum` decimals.
    package func trimmingZeros(downTo minimum: Int) -> DecimalDigits {
        var result = self
        while result.fraction.count > minimum, result.fraction.last == Self.zero { result.fraction.removeLast() }
        result.fraction += Array(repeating: Self.zero, count: max(0, minimum - result.fraction.count))
        return result
    }

    /// The number plus one in the last decimal place.
    private func incremented() -> DecimalDigits {
        var digits = integerPart + fraction
        var index = digits.count - 1
        while index >= 0, digits[index] == UInt8(ascii: "9") {
            digits[index] = Self.zero
            index -= 1
        }
        if index >= 0 { digits[index] += 1 } else { digits.insert(UInt8(ascii: "1"), at: 0) }
        let count = digits.count - fraction.count
        return DecimalDigits(integerPart: Array(digits[..<count]), fraction: Array(digits[count...]))
    }
}

extension DecimalDigits: CustomStringConvertible {
    /// `68901.23`, without grouping.
    package var description: String {
        String(decoding: fraction.isEmpty ? integerPart : integerPart + [UInt8(ascii: ".")] + fraction, as: UTF8.self)
    }
}
