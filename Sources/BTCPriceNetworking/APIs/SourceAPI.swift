// BTCPriceNetworking: what asks a source for its price.
//
// Each source is one file in `APIs`: a `SourceAPI`, which says where to ask and what to read in the response, and is
// pure. `SourcePriceLoader` makes the request through `HTTPClient` and leaves the response to `SourceAPI.result`, which
// all sources have in common: statuses, errors, the age of a price, and whether it is doubtful. `JSON` is a strict
// reader that keeps every digit. `Curl` is the `HTTPClient`, over libcurl, and the only folder that calls libcurl.

package import BTCPriceCore

/// How a source is asked: its requests, and a pure mapping of its responses.
package protocol SourceAPI: Source {
    /// Where requests go by default.
    var host: String { get }

    /// The variable with its API key, such as `CRYPTOCOMPARE_API_KEY`; nil if it needs none. Where it is not set, the
    /// source is not among the defaults.
    var keyVariable: String? { get }

    /// Path and query, appended to the base URL.
    func target(for pair: TradingPair) -> String

    /// The header lines that carry the key.
    func headers(key: String) -> [String]

    /// The error that the body reports in the source's own words, unparsed; nil or `.null` if it reports none.
    func errorMessage(in body: JSONValue) -> JSONValue?

    /// What the body of a 2xx response says. Throws if it has no usable price, or that of another pair.
    func ticker(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Ticker

    /// The rate limit that the body reports in the source's own words, whatever the status.
    func rateLimit(in body: JSONValue) -> ReportedRateLimit?

    /// Whether `rateLimit` may say when the limit ends. If so, the body is read with status 429 or 418 too.
    var reportsEndOfRateLimit: Bool { get }
}

extension JSONValue {
    /// An error that the source reports without a text.
    static let withoutWords = JSONValue.string([])
}

/// A rate limit that a body reports.
package struct ReportedRateLimit {
    /// By the source's clock; nil if the body does not say, or if that cannot be read.
    var end: Timestamp?
}

extension SourceAPI {
    package var keyVariable: String? { nil }
    func headers(key: String) -> [String] { [] }
    func rateLimit(in body: JSONValue) -> ReportedRateLimit? { nil }
    var reportsEndOfRateLimit: Bool { false }

    /// Without a trailing slash.
    var baseURL: String { "https://\(host)" }
    /// The environment variable that sets another base URL.
    package var urlVariable: String {
        "BTCQ_\(String(decoding: name.utf8.map { $0.uppercased }, as: UTF8.self))_URL"
    }
}
