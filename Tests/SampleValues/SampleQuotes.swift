@testable package import BTCPriceCore

extension Timestamp {
    /// The time at which tests take place: `2025-10-27T19:56:39.123Z`.
    package static let now = Timestamp(milliseconds: 1_761_594_999_123)

    package static func ago(_ time: Duration) -> Timestamp { now + (.zero - time) }
}

extension DecimalNumber {
    /// Digits with one decimal point, or none.
    package init(sample text: String) {
        let decimals = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.utf8.count ?? 0
        self.init(text.utf8.filter { $0.isDigit }, exponent: -decimals)
    }
}

extension PriceQuote {
    package static func sample(
        _ price: String = "68901.23", change: String? = nil, in currency: Currency = .usd, pair: String = "BTCUSDT",
        from source: String = "binance", at timestamp: Timestamp = .now
    ) -> PriceQuote {
        guard let price = Price(price.utf8) else { preconditionFailure("not a price: \(price)") }
        return PriceQuote(
            price: price, change: change.flatMap { Change($0.utf8) }, currency: currency, pair: pair,
            timestamp: timestamp, sourceName: source)
    }
}

extension DeliveredQuote {
    /// - Parameter age: in seconds.
    package static func sample(
        _ price: String = "68901.23", change: String? = nil, in currency: Currency = .usd, pair: String = "BTCUSDT",
        from source: String = "binance", _ freshness: Freshness = .live, age: Int = 0
    ) -> DeliveredQuote {
        let quote = PriceQuote.sample(price, change: change, in: currency, pair: pair, from: source)
        return DeliveredQuote(quote: quote, freshness: freshness, age: Age(.seconds(age)))
    }
}
