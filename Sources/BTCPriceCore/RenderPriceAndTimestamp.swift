#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Turns a price into the text a person reads.
public protocol PriceFormatter: Sendable {
    /// Such as `$68,901.23`.
    func string(from price: Decimal) -> String
}

/// Turns a time into the text a person reads.
public protocol TimestampFormatter: Sendable {
    /// Such as `2025-10-27T19:56:39Z`.
    func string(from timestamp: Date) -> String
}

/// The two texts of a quote that the text format and a template's `{price}` and `{timestamp}` share.
public struct RenderPriceAndTimestamp: Sendable {
    private let priceFormatter: any PriceFormatter
    private let timestampFormatter: any TimestampFormatter

    /// Renders with these two.
    public init(priceFormatter: any PriceFormatter, timestampFormatter: any TimestampFormatter) {
        self.priceFormatter = priceFormatter
        self.timestampFormatter = timestampFormatter
    }

    /// The quote's price and its timestamp, each as text.
    public func callAsFunction(_ quote: PriceQuote) -> (price: String, timestamp: String) {
        (priceFormatter.string(from: quote.price), timestampFormatter.string(from: quote.timestamp))
    }
}
