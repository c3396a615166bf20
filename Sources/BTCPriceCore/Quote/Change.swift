/// How much the price has changed in 24 hours, in percent of the price before, rounded half to even to two decimals.
package struct Change: CustomStringConvertible, Equatable, Sendable {
    /// A price that has grown or shrunk more than a hundredfold in a day is a mistake.
    private static let range: ClosedRange<Int64> = -99_00...9900_00

    private let hundredthsOfPercent: Int64

    private init?(hundredths: Int64?) {
        guard let hundredths, Self.range.contains(hundredths) else { return nil }
        hundredthsOfPercent = hundredths
    }

    /// Nil if the rounded change is more than a hundredfold.
    package init?(from before: Price, to price: Price) {
        // A ratio with four decimals, less one, is a change in percent with two.
        let ratio = price.quotient(by: before, decimals: 4).rounded(to: 4)
        self.init(hundredths: (ratio.integerPart + ratio.fraction).decimalInteger.map { $0 - 10_000 })
    }

    /// A change that a source has computed. Nil if it is more than a hundredfold after rounding.
    init?(_ percentage: Percentage) {
        self.init(hundredths: percentage.hundredths)
    }

    /// Reads what `percent` prints, and nothing else.
    package init?(_ text: some Collection<UInt8>) {
        let isNegative = text.first == UInt8(ascii: "-")
        let hundredths = text.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") }.decimalInteger
        self.init(hundredths: hundredths.map { isNegative ? -$0 : $0 })
        guard percent.utf8.elementsEqual(text) else { return nil }
    }

    package var isUp: Bool { hundredthsOfPercent > 0 }
    package var isDown: Bool { hundredthsOfPercent < 0 }

    /// Such as `2.31`, `-0.42` or `0.00`.
    package var percent: String {
        let (integer, fraction) = hundredthsOfPercent.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(isDown ? "-" : "")\(integer).\(fraction < 10 ? "0" : "")\(fraction)"
    }

    /// Such as `+2.31%`, `-0.42%` or `0.00%`.
    package var description: String { "\(isUp ? "+" : "")\(percent)%" }
}
