/// A change of a price in percent, as a source has sent it; perhaps an impossible one, such as -250.
package struct Percentage: CustomStringConvertible, Equatable, Sendable {
    private let magnitude: DecimalNumber
    let isNegative: Bool

    package init(_ magnitude: DecimalNumber, isNegative: Bool) {
        self.magnitude = magnitude
        self.isNegative = isNegative
    }

    /// Whether the magnitude is more than `hundredths` / 100, without rounding.
    func exceeds(hundredths: Int64) -> Bool { magnitude.exceeds(hundredths: hundredths) }

    /// In hundredths of a percent, rounded half to even; nil if that has more than 18 digits.
    var hundredths: Int64? { rounded(to: 2) }

    /// The price before this change, if `price` is the one after it, rounded to two decimals. Nil if no price can have
    /// changed so, as with -100%, if it rounds to zero, or if it or the change has too many digits.
    func priceBefore(_ price: Price) -> Price? {
        guard let millionths = rounded(to: 6), let ratio = Price("\(100_000_000 + millionths)".utf8, exponent: -8)
        else {
            return nil
        }
        return Price(price.quotient(by: ratio, decimals: 2).rounded(to: 2).description.utf8)
    }

    /// Rounded, in units of the last decimal; nil if that has more than 18 digits.
    private func rounded(to decimals: Int) -> Int64? {
        let number = magnitude.rounded(to: decimals)
        return (number.integerPart + number.fraction).decimalInteger.map { isNegative ? -$0 : $0 }
    }

    /// With two decimals: `-98.76`.
    package var description: String { (isNegative ? "-" : "") + magnitude.rounded(to: 2).description }
}
