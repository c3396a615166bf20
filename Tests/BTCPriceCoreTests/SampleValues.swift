import TestSupport

@testable import BTCPriceCore

extension Timestamp {
    /// The time at which tests take place: `2025-10-27T19:56:39.123Z`.
    static let now = Timestamp(milliseconds: sampleTime)

    static func ago(_ time: Duration) -> Timestamp { now + (.zero - time) }
}

extension SourceID {
    static let binance = SourceID(name: "binance", urlHash: "0")
    static let coinbase = SourceID(name: "coinbase", urlHash: "0")
    static let kraken = SourceID(name: "kraken", urlHash: "0")
    static let bitstamp = SourceID(name: "bitstamp", urlHash: "0")
}

extension PriceQuote {
    /// A quote with some price.
    static func from(_ source: String, _ currency: Currency = .usd, at timestamp: Timestamp = .now) -> PriceQuote {
        // Parsing it is tested elsewhere.
        // swift-format-ignore: NeverForceUnwrap
        PriceQuote(
            price: Price("68901.23".utf8)!, currency: currency, pair: "BTCUSDT", timestamp: timestamp, source: source)
    }
}

extension SourceReport {
    /// The report of a source that returned a quote.
    static func quote(
        _ source: SourceID, _ currency: Currency = .usd, at timestamp: Timestamp = .now
    ) -> SourceReport {
        SourceReport(source: source, result: .success(.from(source.name, currency, at: timestamp)))
    }

    /// The report of a source that returned an error.
    static func failure(_ source: SourceID, _ error: PriceLoadingError) -> SourceReport {
        SourceReport(source: source, error)
    }

    /// Binance and coinbase were not asked, since they are rate-limited as by `RateLimits.of`.
    static let skipped = [SourceID.binance, .coinbase].map { failure($0, .skipped(timeLeft: .seconds(9))) }
}

extension RateLimits {
    /// The sources must not be asked in the next nine seconds.
    static func of(_ sources: [SourceID]) -> RateLimits {
        RateLimits(sources.map { RateLimit($0, from: .now, to: .now + .seconds(9)) })
    }
}

extension PriceLoadingError {
    static let serverError = rejected("HTTP 500")

    static func rateLimited(for duration: Duration? = nil) -> PriceLoadingError {
        rateLimited("HTTP 429", for: duration)
    }
}
