/// The price of one bitcoin at one source and time.
package struct PriceQuote: Equatable, Sendable {
    package let price: Price
    /// The price of 24 hours before; nil if the source does not report it.
    package let priceBefore: Price?
    package let currency: Currency
    /// The market as the source names it, such as `BTCUSDT`; it distinguishes tether from dollars.
    package let pair: String
    /// When the response was received: most exchanges do not send the time of the price.
    package let timestamp: Timestamp
    /// The registry name of the source, such as `binance`.
    package let source: String

    package init(
        price: Price, priceBefore: Price? = nil, currency: Currency, pair: String, timestamp: Timestamp, source: String
    ) {
        self.price = price
        self.priceBefore = priceBefore
        self.currency = currency
        self.pair = pair
        self.timestamp = timestamp
        self.source = source
    }

    /// Nil if it is unknown.
    package var change: Change? { priceBefore.flatMap { Change(from: $0, to: price) } }
}
