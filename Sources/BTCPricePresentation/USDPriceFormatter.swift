import BTCPriceCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Prices in dollars for reading: `$68,901.23`.
///
/// Halves round to even. Under 1 there are at least 2 decimals and up to 8; what would round to zero is printed in full.
struct USDPriceFormatter: PriceFormatter {
    private static let fewestUnderOne = 2
    private static let mostUnderOne = 8

    private let decimals: Int

    /// - Parameter decimals: 0 to 8.
    init(decimals: Int = 2) {
        self.decimals = decimals
    }

    func string(from price: Decimal) -> String {
        "$" + (price < 1 ? underOne(price) : grouped(DecimalText(price).rounded(to: decimals)))
    }

    private func underOne(_ price: Decimal) -> String {
        let text = DecimalText(price)
        let rounded = text.rounded(to: Self.mostUnderOne)
        guard !rounded.isZero else { return text.description }
        return rounded.droppingZeros(downTo: max(decimals, Self.fewestUnderOne)).description
    }

    private func grouped(_ text: DecimalText) -> String {
        var whole = ""
        var left = text.whole.utf8.count
        for digit in text.whole {
            if !whole.isEmpty, left.isMultiple(of: 3) { whole += "," }
            whole.append(digit)
            left -= 1
        }
        let fraction = text.fraction.isEmpty ? "" : "." + text.fraction
        return whole + fraction
    }
}
