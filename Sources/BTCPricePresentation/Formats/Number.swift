import BTCPriceCore

extension QuoteFormatter {
    /// `68901.23`: the price rounded to the given number of decimals, but never to zero; if none is given, every digit except
    /// trailing zeros in the fraction. There is no grouping and no exponent.
    static let number = QuoteFormatter(name: "number", summary: "only the digits") { delivered, decimals in
        let digits = delivered.quote.price.digits
        return Array((decimals.map { digits.roundedNeverToZero(to: $0.count) } ?? digits).description.utf8)
    }
}
