/// The price of one bitcoin, at one source and time.
package struct PriceQuote: Equatable, Sendable {
    package let price: Price
    package let price24hAgo: Price?
    package let currency: Currency
    /// Such as `BTCUSDT`, which tells tether from dollars.
    package let pair: String
    /// When the response was received: not every exchange says when its price was made.
    package let timestamp: Timestamp
    /// Such as `binance`; in the cache perhaps one that only other versions of btcq know.
    package let sourceName: String

    package init(
        price: Price, price24hAgo: Price? = nil, currency: Currency, pair: String, timestamp: Timestamp,
        sourceName: String
    ) {
        self.price = price
        self.price24hAgo = price24hAgo
        self.currency = currency
        self.pair = pair
        self.timestamp = timestamp
        self.sourceName = sourceName
    }

    /// The change in 24 hours, if it is known.
    package var change: Change? { price24hAgo.flatMap { Change(from: $0, to: price) } }
}
