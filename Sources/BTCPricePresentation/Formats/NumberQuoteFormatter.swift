import BTCPriceCore

/// `68901.23`: every digit that the source sent, or the given number of decimals; no grouping, no exponent.
struct NumberQuoteFormatter: QuoteFormatter {
    var name: String { "number" }
    var summary: String { "only the digits" }

    func text(for delivered: DeliveredQuote, decimals: Decimals?) -> [UInt8] {
        let digits = delivered.quote.price.digits
        return Array((decimals.map { digits.roundedNeverToZero(to: $0.count) } ?? digits).description.utf8)
    }
}
