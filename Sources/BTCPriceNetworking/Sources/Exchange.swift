package import BTCPriceCore
package import BTCPriceJSON

/// How a source is asked: its requests, and a pure mapping from its response to a price.
///
/// To add one, write a file with a type that conforms, and add a line to `SourceRegistry`.
package protocol Exchange: AnyObject, Sendable {
    var source: Source { get }

    /// Path and query of the request, to be appended to the base URL.
    func target(for pair: TradingPair) -> String

    /// Header lines that carry the key; none if the exchange needs no key.
    func headers(key: String) -> [String]

    /// The price in the body of a 2xx response.
    func price(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price

    /// The price of 24 hours before, if the body contains one that can be read.
    func price24hAgo(in body: JSONValue, for pair: TradingPair) -> Price?

    /// What is in the place of the price's time, whether or not it can be read; nil if there is nothing.
    func priceTime(in body: JSONValue) -> JSONValue?

    /// The rate limit that a body, whatever the status, reports in the exchange's own terms.
    func rateLimit(in body: JSONValue) -> ReportedRateLimit?
}

package struct ReportedRateLimit {
    /// By the source's clock; nil if the body does not say when the rate limit ends.
    var end: Timestamp?
}

extension Exchange {
    package func headers(key: String) -> [String] { [] }
    package func price24hAgo(in body: JSONValue, for pair: TradingPair) -> Price? { nil }
    package func priceTime(in body: JSONValue) -> JSONValue? { nil }
    package func rateLimit(in body: JSONValue) -> ReportedRateLimit? { nil }

    /// The default base URL, without a trailing slash.
    package var baseURL: String { "https://\(source.host)" }
    /// The environment variable that sets another base URL.
    package var urlVariable: String { "BTCQ_\(source.name.uppercased())_URL" }
}

package enum SourceRegistry {
    /// All sources, in the order in which defaults are chosen. To add one, add a line.
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
