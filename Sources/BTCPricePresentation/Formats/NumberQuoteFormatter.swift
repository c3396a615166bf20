import BTCPriceCore

/// `68901.23`: every digit that the source sent, or the given number of decimals; no grouping, no exponent.
struct NumberQuoteFormatter: QuoteFormatter {
    var name: String { "number" }
    var summary: String { "only the digits" }

    func line(for delivered: DeliveredQuote, decimals: Int?) -> [UInt8] {
        let digits = delivered.quote.price.digits
        return Array((decimals.map(digits.roundedNeverToZero) ?? digits).description.utf8)
    }
}
