/// A number that is not negative, as its decimal digits: what is rounded and printed.
public struct DecimalDigits: Equatable, Sendable {
    static let zero = UInt8(ascii: "0")

    /// ASCII digits, at least one.
    public private(set) var whole: [UInt8]
    /// ASCII digits behind the point, perhaps none.
    public private(set) var fraction: [UInt8]

    init(whole: [UInt8], fraction: [UInt8]) {
        self.whole = whole
        self.fraction = fraction
    }

    /// Whether a byte is one of `0` to `9`.
    public static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= UInt8(ascii: "9") }

    /// Whether no digit says anything.
    public var isZero: Bool { (whole + fraction).allSatisfy { $0 == Self.zero } }

    /// Whether nothing stands before the point.
    public var isUnderOne: Bool { whole.allSatisfy { $0 == Self.zero } }

    /// The number with exactly so many decimals; halves go to the even neighbour.
    public func rounded(to decimals: Int) -> DecimalDigits {
        let kept = Array(fraction.prefix(decimals))
        let padding = Array(repeating: Self.zero, count: decimals - kept.count)
        let result = DecimalDigits(whole: whole, fraction: kept + padding)
        let dropped = fraction.dropFirst(decimals)
        let half = UInt8(ascii: "5")
        guard let first = dropped.first, first >= half else { return result }
        let isHalf = first == half && dropped.dropFirst().allSatisfy { $0 == Self.zero }
        let last = (whole + kept).last ?? Self.zero
        return isHalf && last % 2 == 0 ? result : result.incremented()
    }

    /// The number with exactly so many decimals, or all of its digits where these would say that it is zero.
    public func roundedButNotToZero(to decimals: Int) -> DecimalDigits {
        let rounded = rounded(to: decimals)
        return rounded.isZero ? self : rounded
    }

    /// The same number without zeros at the tail of its fraction, as long as `minimum` decimals stay.
    public func droppingZeros(downTo minimum: Int) -> DecimalDigits {
        var result = self
        while result.fraction.count > minimum, result.fraction.last == Self.zero { result.fraction.removeLast() }
        result.fraction += Array(repeating: Self.zero, count: max(0, minimum - result.fraction.count))
        return result
    }

    /// One more in the last place.
    private func incremented() -> DecimalDigits {
        var digits = whole + fraction
        var index = digits.count - 1
        while index >= 0, digits[index] == UInt8(ascii: "9") {
            digits[index] = Self.zero
            index -= 1
        }
        if index >= 0 { digits[index] += 1 } else { digits.insert(UInt8(ascii: "1"), at: 0) }
        let count = digits.count - fraction.count
        return DecimalDigits(whole: Array(digits[..<count]), fraction: Array(digits[count...]))
    }
}

extension DecimalDigits: CustomStringConvertible {
    /// `68901.23`: no grouping.
    public var description: String {
        String(decoding: fraction.isEmpty ? whole : whole + [UInt8(ascii: ".")] + fraction, as: UTF8.self)
    }
}
