import BTCPriceCore

/// The two texts of a quote that a person reads: `$68,901.23` and `2025-10-27T19:56:39Z`.
///
/// Halves round to even. Under 1 there are at least 2 decimals and up to 8; what would round to zero is printed in full.
struct RenderPriceAndTimestamp: Sendable {
    private static let minDecimalsUnderOne = 2
    private static let maxDecimalsUnderOne = 8

    private let decimals: Int?

    /// Renders with so many decimals, 0 to 8, or with the currency's own.
    init(_ options: FormatOptions = FormatOptions()) {
        decimals = options.decimals
    }

    /// The quote's price and its timestamp, each as text.
    func callAsFunction(_ quote: PriceQuote) -> (price: String, timestamp: String) {
        (price(of: quote), quote.timestamp.iso8601Seconds)
    }

    /// The price alone.
    func price(of quote: PriceQuote) -> String {
        let style = CurrencyStyle(quote.currency)
        let (digits, decimals) = (quote.price.digits, decimals ?? style.decimals)
        guard digits.isUnderOne else { return style.prefix + digits.rounded(to: decimals).grouped }
        let rounded = digits.rounded(to: Self.maxDecimalsUnderOne)
        guard !rounded.isZero else { return style.prefix + digits.description }
        return style.prefix + rounded.droppingZeros(downTo: max(decimals, Self.minDecimalsUnderOne)).description
    }

    /// The price with exactly so many decimals, or all of its digits where these would say that it is zero.
    static func price(of quote: PriceQuote, decimals: Int) -> String {
        CurrencyStyle(quote.currency).prefix + quote.price.digits.roundedButNotToZero(to: decimals).grouped
    }
}

extension DecimalDigits {
    /// `68,901.23`.
    fileprivate var grouped: String {
        var text: [UInt8] = []
        for (index, digit) in whole.enumerated() {
            if index > 0, (whole.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: fraction.isEmpty ? text : text + [UInt8(ascii: ".")] + fraction, as: UTF8.self)
    }
}
