@testable import BTCPriceCore

extension PortsDouble {
    /// One run with these ports, and with binance and coinbase as its sources.
    func run(_ policy: CachePolicy = CachePolicy(), maxTime: Duration = .seconds(5)) -> Outcome {
        var policy = policy
        policy.sources = ["binance", "coinbase"]
        return FetchLatestPrice(policy: policy, maxTime: maxTime, ports: ports).execute()
    }
}

extension DeliveredQuote {
    /// As the run delivers it that fetched it.
    static func fetched(_ source: String) -> DeliveredQuote {
        DeliveredQuote(quote: .from(source), isCached: false, isStale: false, age: Age(.zero))
    }

    /// As it is delivered from the cache.
    static func cached(_ quote: PriceQuote, isStale: Bool, seconds: Int64) -> DeliveredQuote {
        DeliveredQuote(quote: quote, isCached: true, isStale: isStale, age: Age(.seconds(seconds)))
    }
}
