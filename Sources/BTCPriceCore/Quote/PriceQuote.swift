/// The price of one bitcoin at one source and time.
package struct PriceQuote: Equatable, Sendable {
    package let price: Price
    /// The price of 24 hours before; nil if it is unknown.
    package let price24hAgo: Price?
    package let currency: Currency
    /// The name of the trading pair, such as `BTCUSDT`; it distinguishes tether from dollars.
    package let pair: String
    /// When the response was received: not every exchange sends the time of the price.
    package let timestamp: Timestamp
    /// Such as `binance`. In the cache it may be a source that only other versions of btcq know.
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

    /// The change in 24 hours; nil if it is unknown.
    package var change: Change? { price24hAgo.flatMap { Change(from: $0, to: price) } }
}
