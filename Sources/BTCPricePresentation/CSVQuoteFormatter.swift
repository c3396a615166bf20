import BTCPriceCore

/// One RFC 4180 row. No field needs quotes: codes, times, digits and source names hold no comma.
struct CSVQuoteFormatter: QuoteFormatter {
    /// There is nothing to choose.
    init(_ options: FormatOptions) {}

    var header: String? { "timestamp,price,currency,source,cached,stale,age" }

    func line(for delivered: DeliveredQuote) -> [UInt8] {
        let quote = delivered.quote
        let fields = [
            ISO8601.seconds(of: quote.timestamp),
            PriceDigits.text(of: quote.price),
            quote.currency.code,
            quote.source,
            "\(delivered.isCached)",
            "\(delivered.isStale)",
            "\(delivered.age.seconds)",
        ]
        return Array(fields.joined(separator: ",").utf8)
    }
}
