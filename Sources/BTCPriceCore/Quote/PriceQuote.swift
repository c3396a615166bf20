/// The price of one bitcoin, at one source and time.
///
/// No output has to escape anything of it: codes, pairs, names, times, digits and changes are letters, digits and
/// `/_-.:+%` only.
package struct PriceQuote: Equatable, Sendable {
    package let price: Price
    /// The change in 24 hours; nil if the response tells none that can be read, or if it is more than a hundredfold.
    package let change: Change?
    package let currency: Currency
    /// Such as `BTCUSDT`, which tells tether from dollars.
    package let pair: String
    /// When the response was received: not every source says when its price was made.
    package let timestamp: Timestamp
    /// Such as `binance`; in the cache perhaps one that only other versions of btcq know.
    package let sourceName: String

    package init(
        price: Price, change: Change? = nil, currency: Currency, pair: String, timestamp: Timestamp, sourceName: String
    ) {
        self.price = price
        self.change = change
        self.currency = currency
        self.pair = pair
        self.timestamp = timestamp
        self.sourceName = sourceName
    }
}

extension [PriceQuote] {
    /// A quote from the future counts as the oldest.
    func newestFirst(at now: Timestamp) -> [PriceQuote] {
        func rank(_ quote: PriceQuote) -> Int64 { quote.timestamp > now ? -1 : quote.timestamp.milliseconds }
        return sorted { rank($0) > rank($1) }
    }
}
