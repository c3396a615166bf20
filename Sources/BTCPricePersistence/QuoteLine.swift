import BTCPriceCore

/// A line of the cache: source, pair, currency, price, time of receipt and change, as in
/// `binance BTCUSDT USD 68901.23 1761594999123 2.31`. The time is in milliseconds since 1970, and an unknown change is
/// `-`.
enum QuoteLine {
    static func text(of quote: PriceQuote) -> String {
        "\(quote.sourceName) \(quote.pair) \(quote.currency.code) \(quote.price) \(quote.timestamp.milliseconds) "
            + (quote.change?.percent ?? "-")
    }

    /// Nil unless it is a line that `text` makes, in this currency.
    static func quote(_ line: ArraySlice<UInt8>, in currency: Currency) -> PriceQuote? {
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard fields.count == 6, Endpoint.isIdentifier(fields[0]), TradingPair.isName(fields[1]),
            fields[2].elementsEqual(currency.code.utf8), let price = Price(fields[3]),
            let milliseconds = fields[4].decimalInteger
        else { return nil }
        let quote = PriceQuote(
            price: price, change: Change(fields[5]), currency: currency,
            pair: String(decoding: fields[1], as: UTF8.self),
            timestamp: Timestamp(milliseconds: milliseconds), sourceName: String(decoding: fields[0], as: UTF8.self))
        return text(of: quote).utf8.elementsEqual(line) ? quote : nil
    }
}
