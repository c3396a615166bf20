import BTCPriceCore

/// One RFC 4180 row. No field needs quotation marks: codes, pairs, times, digits and source names contain no comma.
struct CSVQuoteFormatter: QuoteFormatter {
    var name: String { "csv" }
    var summary: String { "one RFC 4180 row" }
    var isAlwaysExact: Bool { true }
    var header: String? { "timestamp,price,currency,pair,source,cached,stale,age" }

    func text(for delivered: DeliveredQuote, decimals: Decimals?) -> [UInt8] {
        let quote = delivered.quote
        let fields = [
            quote.timestamp.iso8601Seconds,
            quote.price.description,
            quote.currency.code,
            quote.pair,
            quote.source,
            "\(delivered.isCached)",
            "\(delivered.isStale)",
            "\(delivered.age.seconds)",
        ]
        return Array(fields.joined(separator: ",").utf8)
    }
}
