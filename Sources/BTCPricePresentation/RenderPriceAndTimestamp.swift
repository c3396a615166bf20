import BTCPriceCore

/// `$68,901.23` and `2025-10-27T19:56:39Z`.
///
/// Rounds half to even. A price under 1 has 2 to 8 decimals, or all that it has if 8 would make it zero.
struct RenderPriceAndTimestamp {
    private static let minDecimalsUnderOne = 2

    /// How many decimals to print; for a price under 1, only a minimum. Nil: as many as the currency has.
    var decimals: DecimalPlaces?

    func execute(_ quote: PriceQuote) -> (price: String, timestamp: String) {
        let digits = quote.price.digits
        let decimals = decimals?.count ?? quote.currency.decimals
        let rounded =
            digits.isLessThanOne
            ? digits.roundedNeverToZero(to: DecimalPlaces.range.upperBound)
                .trimmingZeros(downTo: max(decimals, Self.minDecimalsUnderOne))
            : digits.rounded(to: decimals)
        return (rounded.amount(of: quote.currency), quote.timestamp.iso8601Seconds)
    }
}

extension DeliveredQuote {
    /// What follows a stale price in a bar: ` (5m old)`.
    var staleMark: String { isStale ? " (\(age) old)" : "" }
}

extension DecimalNumber {
    /// `$68,901.23`
    func amount(of currency: Currency) -> String { currency.symbol + grouped }

    /// `68,901.23`
    private var grouped: String {
        var text = Array(description.utf8)
        for index in stride(from: integerPart.count - 3, to: 0, by: -3) { text.insert(UInt8(ascii: ","), at: index) }
        return String(decoding: text, as: UTF8.self)
    }
}
