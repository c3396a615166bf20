import BTCPriceCore

/// The price and the timestamp of a quote as a person reads them: `$68,901.23` and `2025-10-27T19:56:39Z`.
///
/// Rounding is half to even. A price under 1 has at least 2 and up to 8 decimals. A price that would be rounded to zero is
/// printed in full.
struct RenderPriceAndTimestamp: Sendable {
    private static let minDecimalsUnderOne = 2
    private static let maxDecimalsUnderOne = 8

    private let decimals: Int?

    init(_ options: FormatOptions = FormatOptions()) {
        decimals = options.decimals
    }

    func execute(_ quote: PriceQuote) -> (price: String, timestamp: String) {
        (price(of: quote), quote.timestamp.iso8601Seconds)
    }

    func price(of quote: PriceQuote) -> String {
        let style = CurrencyStyle(quote.currency)
        let (digits, decimals) = (quote.price.digits, decimals ?? style.defaultDecimals)
        guard digits.isLessThanOne else { return style.prefix + digits.rounded(to: decimals).grouped }
        let rounded = digits.rounded(to: Self.maxDecimalsUnderOne)
        guard !rounded.isZero else { return style.prefix + digits.description }
        return style.prefix + rounded.trimmingZeros(downTo: max(decimals, Self.minDecimalsUnderOne)).description
    }

    /// The price with exactly this many decimals, or with all its digits if it would be rounded to zero.
    static func price(of quote: PriceQuote, decimals: Int) -> String {
        CurrencyStyle(quote.currency).prefix + quote.price.digits.roundedNeverToZero(to: decimals).grouped
    }
}

extension DecimalDigits {
    /// `68,901.23`
    fileprivate var grouped: String {
        var text: [UInt8] = []
        for (index, digit) in integerPart.enumerated() {
            if index > 0, (integerPart.count - index).isMultiple(of: 3) { text.append(UInt8(ascii: ",")) }
            text.append(digit)
        }
        return String(decoding: fraction.isEmpty ? text : text + [UInt8(ascii: ".")] + fraction, as: UTF8.self)
    }
}
