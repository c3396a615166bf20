/// What one bitcoin cost, where, and when that was heard.
public struct PriceQuote: Equatable, Sendable {
    /// Every digit the source sent.
    public let price: Price
    /// What the price is counted in.
    public let currency: Currency
    /// The market as the source names it, such as `BTCUSDT`: it tells tether from dollars.
    public let pair: String
    /// When the answer was received: most exchanges name no time of their own.
    public let timestamp: Timestamp
    /// The registry name of the source, such as `binance`.
    public let source: String

    /// A price with all that belongs to it.
    public init(price: Price, currency: Currency, pair: String, timestamp: Timestamp, source: String) {
        self.price = price
        self.currency = currency
        self.pair = pair
        self.timestamp = timestamp
        self.source = source
    }
}
