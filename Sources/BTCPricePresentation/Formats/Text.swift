import BTCPriceCore

extension QuoteFormatter {
    /// `$68,901.23 2025-10-27T19:56:39Z binance BTCUSDT`, and ` (cached, 5m old)` if it is cached.
    static let text = QuoteFormatter(name: "text", summary: "price, time, source and pair") { delivered, decimals in
        let quote = delivered.quote
        let (price, timestamp) = RenderPriceAndTimestamp(decimals: decimals).execute(quote)
        let cached = delivered.isCached ? " (cached, \(delivered.age) old)" : ""
        return Array("\(price) \(timestamp) \(quote.sourceName) \(quote.pair)\(cached)".utf8)
    }
}
