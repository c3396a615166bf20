import BTCPriceCore

/// `$68,901.23 2025-10-27T19:56:39Z binance BTCUSDT`, followed by ` (cached, 5m old)` if the quote is cached.
struct TextQuoteFormatter: QuoteFormatter {
    private let render: RenderPriceAndTimestamp

    init(_ options: FormatOptions) {
        render = RenderPriceAndTimestamp(options)
    }

    func line(for delivered: DeliveredQuote) -> [UInt8] {
        let (price, timestamp) = render.execute(delivered.quote)
        let cached = delivered.isCached ? " (cached, \(delivered.age) old)" : ""
        return Array("\(price) \(timestamp) \(delivered.quote.source) \(delivered.quote.pair)\(cached)".utf8)
    }
}
