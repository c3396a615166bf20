package import BTCPriceCore

extension Endpoint {
    package static let binance = Endpoint(sourceName: "binance", key: "0")
    package static let coinbase = Endpoint(sourceName: "coinbase", key: "0")
    package static let kraken = Endpoint(sourceName: "kraken", key: "0")
    package static let bitstamp = Endpoint(sourceName: "bitstamp", key: "0")
}

extension SourceReport {
    /// The report of a source that returned a quote.
    package static func quote(
        _ endpoint: Endpoint, _ currency: Currency = .usd, at timestamp: Timestamp = .now
    ) -> SourceReport {
        SourceReport(endpoint, .quote(.sample(in: currency, from: endpoint.sourceName, at: timestamp)))
    }

    /// The report of a source whose price is doubtful, and different from that of another.
    package static func doubtful(_ endpoint: Endpoint) -> SourceReport {
        let quote = PriceQuote.sample(endpoint == .binance ? "857.70" : "999999", from: endpoint.sourceName)
        let earlierPrice = EarlierPrice.of24HoursBefore(PriceQuote.sample().price)
        guard let doubt = Doubt(byPrice: earlierPrice, byTime: nil) else { preconditionFailure("no doubt") }
        return SourceReport(endpoint, .doubtful(quote, doubt, earlierPrice))
    }

    /// The report of a source that returned an error.
    package static func failure(_ endpoint: Endpoint, _ error: PriceLoadingError) -> SourceReport {
        SourceReport(endpoint, .failure(error))
    }

    /// Binance and coinbase were not asked, since they are rate-limited as by `RateLimitTable.of`.
    package static let skipped = [Endpoint.binance, .coinbase].map { failure($0, .skipped(timeLeft: .seconds(9))) }
}

extension RateLimitTable {
    /// The sources must not be asked in the next nine seconds.
    package static func of(_ endpoints: [Endpoint]) -> RateLimitTable {
        RateLimitTable(endpoints.map { RateLimit($0, from: .now, to: .now + .seconds(9)) })
    }
}

extension PriceLoadingError {
    package static let serverError = rejected("HTTP 500")

    package static func rateLimited(at time: Timestamp = .now, for duration: Duration? = nil) -> PriceLoadingError {
        rateLimited("HTTP 429", at: time, for: duration)
    }
}
