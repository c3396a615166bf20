/// The difference between a price and that of 24 hours before, in percent of the latter, rounded half to even to two decimals.
package struct Change: Equatable, Sendable {
    /// If one price is more than this many times the other one, the change is unknown.
    private static let maxRatio = 100

    private let hundredthsOfPercent: Int64

    package init?(from before: Price, to price: Price) {
        // A ratio rounded to four decimals, less one, is the change rounded to two decimals of a percent.
        let ratio = price.quotient(by: before, decimals: 4)
        let rounded = ratio.rounded(to: 4)
        guard !ratio.isMore(than: Self.maxRatio),
            !before.quotient(by: price, decimals: 0).isMore(than: Self.maxRatio),
            let tenThousandths = (rounded.integerPart + rounded.fraction).decimalInteger
        else { return nil }
        hundredthsOfPercent = tenThousandths - 10_000
    }

    package var isUp: Bool { hundredthsOfPercent > 0 }
    package var isDown: Bool { hundredthsOfPercent < 0 }

    /// Such as `2.31`, `-0.42` or `0.00`.
    package var percent: String {
        let (integer, fraction) = hundredthsOfPercent.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(isDown ? "-" : "")\(integer).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

extension Change: CustomStringConvertible {
    /// Such as `+2.31%`, `-0.42%` or `0.00%`.
    package var description: String { "\(isUp ? "+" : "")\(percent)%" }
}
