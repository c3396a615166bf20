import BTCPriceCore

extension QuoteFormatter {
    /// `68901.23`: every digit that the source sent, or the given number of decimals; no grouping, no exponent.
    static let number = QuoteFormatter(name: "number", summary: "only the digits") { delivered, decimals in
        let digits = delivered.quote.price.digits
        return Array((decimals.map { digits.roundedNeverToZero(to: $0.count) } ?? digits).description.utf8)
    }
}
