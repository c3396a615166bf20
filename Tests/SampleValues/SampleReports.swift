package import BTCPriceCore

extension SourceID {
    package static let binance = SourceID(name: "binance", addressHash: "0")
    package static let coinbase = SourceID(name: "coinbase", addressHash: "0")
    package static let kraken = SourceID(name: "kraken", addressHash: "0")
    package static let bitstamp = SourceID(name: "bitstamp", addressHash: "0")
}

extension SourceReport {
    /// The report of a source that returned a quote.
    package static func quote(
        _ source: SourceID, _ currency: Currency = .usd, at timestamp: Timestamp = .now
    ) -> SourceReport {
        SourceReport(source: source, result: .success(.sample(in: currency, from: source.name, at: timestamp)))
    }

    /// The report of a source that returned an error.
    package static func failure(_ source: SourceID, _ error: PriceLoadingError) -> SourceReport {
        SourceReport(source: source, error)
    }

    /// Binance and coinbase were not asked, since they are rate-limited as by `RateLimits.of`.
    package static let skipped = [SourceID.binance, .coinbase].map { failure($0, .skipped(timeLeft: .seconds(9))) }
}

extension RateLimits {
    /// The sources must not be asked in the next nine seconds.
    package static func of(_ sources: [SourceID]) -> RateLimits {
        RateLimits(sources.map { RateLimit($0, from: .now, to: .now + .seconds(9)) })
    }
}

extension RateLimit {
    package static func entry(
        _ source: String = "kraken", from begin: Timestamp = .now, for duration: Duration = .seconds(7)
    ) -> RateLimit {
        RateLimit(SourceID(name: source, addressHash: "0123456789abcdef"), from: begin, to: begin + duration)
    }
}

extension PriceLoadingError {
    package static let serverError = rejected("HTTP 500")

    package static func rateLimited(for duration: Duration? = nil) -> PriceLoadingError {
        rateLimited("HTTP 429", for: duration)
    }
}
