import BTCPriceCore

extension QuoteFormatter {
    /// The text exposition format. The textfile collector rejects timestamps of samples, so the quote's time is a
    /// metric.
    static let prometheus = QuoteFormatter(
        name: "prometheus", summary: "metrics for node_exporter", isAlwaysExact: true, impliesStaleOK: true
    ) { delivered, _ in
        let quote = delivered.quote
        let metrics = [
            ("btcq_price", "Price of one bitcoin.", quote.price.description),
            (
                "btcq_quote_timestamp_seconds", "When the quote was received, in seconds since 1970.",
                "\(quote.timestamp.seconds)"
            ),
            ("btcq_quote_stale", "1 if the quote is stale, 0 otherwise.", delivered.isStale ? "1" : "0"),
        ]
        let labels = #"{currency="\#(quote.currency.code)",pair="\#(quote.pair)",source="\#(quote.sourceName)"}"#
        let lines = metrics.flatMap { name, help, value in
            ["# HELP \(name) \(help)", "# TYPE \(name) gauge", "\(name)\(labels) \(value)"]
        }
        return Array(lines.joined(separator: "\n").utf8)
    }
}
