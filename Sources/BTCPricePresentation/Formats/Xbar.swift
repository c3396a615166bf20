import BTCPriceCore

extension QuoteFormatter {
    /// A title and a menu. A quote contains no `|`, which would end a line's text.
    static let xbar = QuoteFormatter(
        name: "xbar", summary: "a menu for xbar and SwiftBar", impliesStaleOK: true
    ) { delivered, decimals in
        let quote = delivered.quote
        let (price, timestamp) = RenderPriceAndTimestamp(decimals: decimals).execute(quote)
        let change = quote.change.map { ["\($0) in 24h"] } ?? []
        let lines =
            [
                "\(price)\(delivered.staleMark)", "---", "\(quote.sourceName) \(quote.pair)",
                "\(timestamp), \(delivered.age) old",
            ]
            + change + ["Refresh | refresh=true"]
        return Array(lines.joined(separator: "\n").utf8)
    }
}
