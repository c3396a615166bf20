#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What one bitcoin cost, where, and when that was heard.
public struct PriceQuote: Equatable, Sendable {
    /// Positive, with every digit the source sent.
    public let price: Decimal
    /// What the price is counted in.
    public let currency: Currency
    /// When the answer was received, in whole milliseconds: most exchanges name no time of their own.
    public let timestamp: Date
    /// The registry name of the source, such as `binance`.
    public let source: String

    /// Keeps the timestamp to the millisecond, dropping what is finer.
    public init(price: Decimal, currency: Currency, timestamp: Date, source: String) {
        self.price = price
        self.currency = currency
        self.timestamp = Date(millisecondsSince1970: timestamp.millisecondsSince1970)
        self.source = source
    }
}
