package import BTCPriceCore
package import BTCPriceJSON
package import System

/// One exchange: its requests, and a pure mapping from its response to a price.
///
/// To add one, write a file with a type that conforms, and add a line to `SourceRegistry`.
package protocol Exchange: Sendable {
    /// Its name on the command line and in every output, in lower-case letters.
    var name: String { get }

    /// Without a trailing slash. `BTCQ_<NAME>_URL` replaces it.
    var baseURL: String { get }

    /// One for each currency that it quotes, USD first.
    var pairs: [TradingPair] { get }

    /// The environment variable with its key, if it does not respond without one.
    var keyVariable: String? { get }

    /// Path and query of the request, to be appended to the base URL.
    func target(for pair: TradingPair) -> String

    /// Header lines that carry the key.
    func headers(key: String) -> [String]

    /// The price in the body of a 2xx response.
    func price(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price

    /// The time of the price, if the body contains one that can be read.
    func priceTime(in body: JSONValue) -> Timestamp?

    /// Whether a body says, in the exchange's own terms, that requests are rate-limited.
    func isRateLimitError(_ body: JSONValue) -> Bool
}

extension Exchange {
    package var keyVariable: String? { nil }
    package func headers(key: String) -> [String] { [] }
    package func priceTime(in body: JSONValue) -> Timestamp? { nil }
    package func isRateLimitError(_ body: JSONValue) -> Bool { false }

    package var urlVariable: String { "BTCQ_\(name.uppercased())_URL" }

    package func hasKey(_ environment: Environment) -> Bool { keyVariable.flatMap(environment.value) != nil }

    package func pair(in currency: Currency) -> TradingPair? { pairs.first { $0.currency == currency } }
}
