import BTCPriceCore

extension QuoteFormatter {
    /// `68901.23`; every digit, or rounded to the given decimals, but never to zero. No grouping, no exponent.
    package static let number = QuoteFormatter(name: "number", summary: "only the digits") { delivered, decimals in
        let digits = delivered.quote.price.digits
        return Array((decimals.map { digits.roundedNeverToZero(to: $0.count) } ?? digits).description.utf8)
    }
}
