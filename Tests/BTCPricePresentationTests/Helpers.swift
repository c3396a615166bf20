import BTCPriceCore
import BTCPricePresentation
import Foundation

extension DeliveredQuote {
    /// A quote of these digits, received on 2025-10-27 at 19:56:39.987.
    static func of(_ digits: String, cached: Bool = false, stale: Bool = false, age: Int = 0) -> DeliveredQuote {
        DeliveredQuote(
            quote: PriceQuote(
                price: PriceDigits.price(ofString: digits) ?? .nan, currency: .usd,
                timestamp: Date(millisecondsSince1970: 1_761_594_999_987), source: "binance"),
            isCached: cached, isStale: stale, age: Age(.seconds(age)))
    }
}

extension QuoteFormatter {
    func text(_ delivered: DeliveredQuote) -> String { String(decoding: line(for: delivered), as: UTF8.self) }
}
