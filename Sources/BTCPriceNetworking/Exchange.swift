public import BTCPriceCore
public import BTCPriceJSON

/// One exchange: what is known of it, its request, and a pure mapping from its answer to a price.
///
/// A new one is a file that conforms, and a line in `SourceRegistry`.
public protocol Exchange: Sendable {
    /// Its name on the command line and in every output: lower-case letters.
    var name: String { get }

    /// Where it answers, without a slash at the end; `BTCQ_<NAME>_URL` replaces it.
    var baseURL: String { get }

    /// Its market for bitcoin in each currency it has, dollars first.
    var pairs: [TradingPair] { get }

    /// The environment variable that holds its key, for a source nobody gets an answer from without one.
    var keyVariable: String? { get }

    /// Path and query of the request, below the base URL.
    func target(for pair: TradingPair) -> String

    /// Header lines that carry the key.
    func headers(key: String) -> [String]

    /// The price that a 2xx answer holds.
    func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price

    /// When the price was made, as far as the answer names a time that can be read.
    func priceTime(in answer: JSONValue) -> Timestamp?

    /// Whether an answer says, in this exchange's own words, that it limits us.
    func tellsRateLimit(_ answer: JSONValue) -> Bool

    /// What the user can do about a status.
    func hint(forStatus status: Int, hasKey: Bool) -> String?
}

extension Exchange {
    /// None.
    public var keyVariable: String? { nil }
    /// None.
    public func headers(key: String) -> [String] { [] }
    /// Its answers name none.
    public func priceTime(in answer: JSONValue) -> Timestamp? { nil }
    /// Its status tells it.
    public func tellsRateLimit(_ answer: JSONValue) -> Bool { false }
    /// Nothing.
    public func hint(forStatus status: Int, hasKey: Bool) -> String? { nil }

    /// The environment variable that replaces `baseURL`.
    public var urlVariable: String { "BTCQ_\(name.uppercased())_URL" }

    /// Its market in a currency; nil where it has none.
    public func pair(in currency: Currency) -> TradingPair? { pairs.first { $0.currency == currency } }
}

/// An exchange's market for bitcoin in one currency.
public struct TradingPair: Equatable, Sendable {
    /// What the price is counted in.
    public let currency: Currency
    /// As the request names it, such as `btcusd`.
    public let symbol: String
    /// As a quote names it, such as `BTC/USD`.
    public let name: String
    /// What the user should know, such as that the price is in tether.
    public let note: String?

    /// A market, named in quotes as in requests unless a name is given.
    public init(_ currency: Currency, _ symbol: String, name: String? = nil, note: String? = nil) {
        self.currency = currency
        self.symbol = symbol
        self.name = name ?? symbol
        self.note = note
    }
}
