@testable import BTCPriceCore

extension Timestamp {
    /// The time at which tests take place: `2025-10-27T19:56:39.123Z`.
    static let now = Timestamp(milliseconds: 1_761_594_999_123)

    static func ago(_ time: Duration) -> Timestamp { now + (.zero - time) }
}

extension PriceQuote {
    /// A quote with some price.
    static func from(_ source: String, at timestamp: Timestamp = .now) -> PriceQuote {
        // Parsing it is tested elsewhere.
        // swift-format-ignore: NeverForceUnwrap
        PriceQuote(
            price: Price("68901.23".utf8)!, currency: .usd, pair: "BTCUSDT", timestamp: timestamp, source: source)
    }
}

extension SourceReport {
    /// The report of a source that returned a quote.
    static func quote(_ source: String, at timestamp: Timestamp = .now) -> SourceReport {
        SourceReport(source: source, result: .success(.from(source, at: timestamp)))
    }

    /// The report of a source that returned an error.
    static func failure(_ source: String, _ error: PriceLoadingError) -> SourceReport {
        SourceReport(source: source, error)
    }
}
