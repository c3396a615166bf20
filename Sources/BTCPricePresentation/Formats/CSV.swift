import BTCPriceCore

extension QuoteFormatter {
    /// A row as RFC 4180 has it, but for the line end. No field needs quotes.
    package static let csv = QuoteFormatter(
        name: "csv", summary: "a row of a table", isAlwaysExact: true,
        header: "timestamp,price,currency,pair,source,cached,stale,age,change_24h_percent"
    ) { delivered, _ in
        let quote = delivered.quote
        let fields = [
            quote.timestamp.iso8601Seconds,
            quote.price.description,
            quote.currency.code,
            quote.pair,
            quote.sourceName,
            "\(delivered.isCached)",
            "\(delivered.isStale)",
            "\(delivered.age.seconds)",
            quote.change?.percent ?? "",
        ]
        return Array(fields.joined(separator: ",").utf8)
    }
}
