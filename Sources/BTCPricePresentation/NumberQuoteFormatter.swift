import BTCPriceCore

/// `68901.23`: every digit the source sent, no grouping, no exponent.
struct NumberQuoteFormatter: QuoteFormatter {
    /// There is nothing to choose.
    init(_ options: FormatOptions) {}

    func line(for delivered: DeliveredQuote) -> [UInt8] {
        Array(PriceDigits.text(of: delivered.quote.price).utf8)
    }
}
