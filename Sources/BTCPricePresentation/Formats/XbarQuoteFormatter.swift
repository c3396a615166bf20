import BTCPriceCore

/// A title and a menu for xbar and SwiftBar. The quote contains no `|`, which would end a line's text.
struct XbarQuoteFormatter: QuoteFormatter {
    private let render: RenderPriceAndTimestamp

    init(_ options: FormatOptions) {
        render = RenderPriceAndTimestamp(options)
    }

    func line(for delivered: DeliveredQuote) -> [UInt8] {
        let quote = delivered.quote
        let (price, timestamp) = render.execute(quote)
        let lines = [
            delivered.isStale ? "\(price) ~" : price,
            "---",
            "\(quote.source) \(quote.pair)",
            "\(timestamp), \(delivered.age) old",
            "Refresh | refresh=true",
        ]
        return Array(lines.joined(separator: "\n").utf8)
    }
}
