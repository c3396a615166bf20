import BTCPriceCore

/// `68901.23`: every digit that the source sent, or the given number of decimals; no grouping, no exponent.
struct NumberQuoteFormatter: QuoteFormatter {
    private let decimals: Int?

    init(_ options: FormatOptions) {
        decimals = options.decimals
    }

    func line(for delivered: DeliveredQuote) -> [UInt8] {
        let digits = delivered.quote.price.digits
        return Array((decimals.map(digits.roundedNeverToZero) ?? digits).description.utf8)
    }
}
