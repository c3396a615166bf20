import BTCPriceCore
import Testing

@testable import BTCPricePresentation

extension DeliveredQuote {
    /// A quote of these digits, received on 2025-10-27 at 19:56:39.987.
    static func of(
        _ digits: String, before: String? = nil, _ currency: Currency = .usd, pair: String = "BTCUSDT",
        source: String = "binance",
        freshness: Freshness = .live, age: Int = 0
    ) throws -> DeliveredQuote {
        let quote = PriceQuote(
            price: try #require(Price(digits.utf8)), priceBefore: before.flatMap { Price($0.utf8) }, currency: currency,
            pair: pair,
            timestamp: Timestamp(milliseconds: 1_761_594_999_987), source: source)
        return DeliveredQuote(quote, freshness, age: Age(.seconds(age)))
    }
}

extension QuoteFormatter {
    func text(_ delivered: DeliveredQuote, decimals: Int? = nil) -> String {
        String(decoding: text(for: delivered, decimals: .of(decimals)), as: UTF8.self)
    }
}

extension Decimals? {
    /// This many, if they are a digit.
    static func of(_ count: Int?) -> Decimals? { count.flatMap { Decimals("\($0)".utf8) } }
}
