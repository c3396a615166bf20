package import BTCPriceCore
package import BTCPriceJSON

/// How a source is asked: its requests, and a pure mapping of its responses.
package protocol Exchange: AnyObject, Sendable {
    var source: Source { get }

    /// Path and query, appended to the base URL.
    func target(for pair: TradingPair) -> String

    /// The header lines that carry the key.
    func headers(key: String) -> [String]

    /// The price in the body of a 2xx response.
    func price(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price

    /// The price 24 hours before, if there is one that can be read.
    func price24hAgo(in body: JSONValue, for pair: TradingPair) -> Price?

    /// The time of the price as it stands in the body, even if it cannot be read.
    func priceTime(in body: JSONValue) -> JSONValue?

    /// The rate limit that the body reports in the exchange's own words, whatever the status.
    func rateLimit(in body: JSONValue) -> ReportedRateLimit?
}

package struct ReportedRateLimit {
    /// By the source's clock; nil if the body does not say.
    var end: Timestamp?
}

extension Exchange {
    package func headers(key: String) -> [String] { [] }
    package func price24hAgo(in body: JSONValue, for pair: TradingPair) -> Price? { nil }
    package func priceTime(in body: JSONValue) -> JSONValue? { nil }
    package func rateLimit(in body: JSONValue) -> ReportedRateLimit? { nil }

    /// Without a trailing slash.
    package var baseURL: String { "https://\(source.host)" }
    /// The environment variable that sets another base URL.
    package var urlVariable: String { "BTCQ_\(source.name.uppercased())_URL" }
}

package enum SourceRegistry {
    /// In the order of the defaults.
    package static let exchanges: [any Exchange] = [
        Binance(),
        CryptoCompare(),
        Bitstamp(),
        Coinbase(),
        Bitflyer(),
        Kraken(),
        CoinGecko(),
    ]
}
