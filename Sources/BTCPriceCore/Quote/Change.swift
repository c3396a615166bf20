/// The difference to the price 24 hours before, in percent of that price, rounded half to even to two decimals.
package struct Change: Equatable, Sendable {
    /// The change is unknown if one price is more than this many times the other.
    private static let maxRatio = 100

    private let hundredthsOfPercent: Int64

    package init?(from before: Price, to price: Price) {
        let ratio = price.quotient(by: before, decimals: 4)
        // A ratio with four decimals, less one, is a change in percent with two.
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

extension Price {
    /// The price, to 8 decimals, that a change of `percent` turned into this one.
    package func before(changeOfPercent percent: Price, isNegative: Bool) -> Price? {
        // In units of 10^-14 percent, less than 10,000 percent fit into the 18 digits of `decimalInteger`.
        let decimals = 14
        let rounded = percent.digits.rounded(to: decimals)
        guard let change = (rounded.integerPart + rounded.fraction).decimalInteger else { return nil }
        let hundredPercent: Int64 = 10_000_000_000_000_000
        let total = hundredPercent + (isNegative ? -change : change)
        guard total > 0, let ratio = Price("\(total)".utf8, exponent: -decimals - 2) else { return nil }
        return Price(quotient(by: ratio, decimals: 8).rounded(to: 8).description.utf8)
    }
}

extension Change: CustomStringConvertible {
    /// Such as `+2.31%`, `-0.42%` or `0.00%`.
    package var description: String { "\(isUp ? "+" : "")\(percent)%" }
}
