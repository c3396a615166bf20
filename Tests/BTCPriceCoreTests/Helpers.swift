@testable import BTCPriceCore

extension DecimalDigits {
    /// These digits as they are, zeros at either end included.
    static func spelled(whole: [UInt8], fraction: [UInt8]) -> DecimalDigits {
        DecimalDigits(whole: whole, fraction: fraction)
    }
}

extension Timestamp {
    /// When tests take place: `2025-10-27T19:56:39.123Z`.
    static let now = Timestamp(milliseconds: 1_761_594_999_123)

    /// So long before that.
    static func ago(_ time: Duration) -> Timestamp { now + (.zero - time) }
}

extension PriceQuote {
    /// A quote of some price.
    static func from(_ source: String, at timestamp: Timestamp = .now) -> PriceQuote {
        // Parsing it is tested elsewhere.
        // swift-format-ignore: NeverForceUnwrap
        PriceQuote(
            price: Price("68901.23".utf8)!, currency: .usd, pair: "BTCUSDT", timestamp: timestamp, source: source)
    }
}

extension SourceReport {
    /// The report of a source that gave a quote.
    static func quote(_ source: String, at timestamp: Timestamp = .now) -> SourceReport {
        SourceReport(source: source, result: .success(.from(source, at: timestamp)))
    }

    /// The report of a source that gave none.
    static func failure(_ source: String, _ error: PriceLoadingError) -> SourceReport {
        SourceReport(source: source, error)
    }
}
