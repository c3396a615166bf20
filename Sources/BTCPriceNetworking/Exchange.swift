public import BTCPriceCore

/// What is known of a source before it is asked.
public struct Exchange: Sendable {
    /// Its name on the command line and in every output.
    public let name: String
    /// Where it answers, without a slash at the end; `BTCQ_<NAME>_URL` replaces it.
    public let baseURL: String
    /// What its price is a price in, for `--help`.
    public let market: String
    /// Its symbol for bitcoin in each currency it has.
    public let symbols: [Currency: String]
    /// The environment variable that holds its key, for a source nobody gets an answer from without one.
    public let keyVariable: String?

    /// The environment variable that replaces `baseURL`.
    public var urlVariable: String { "BTCQ_\(name.uppercased())_URL" }

    init(
        name: String, baseURL: String, market: String, symbols: [Currency: String], keyVariable: String? = nil
    ) {
        self.name = name
        self.baseURL = baseURL
        self.market = market
        self.symbols = symbols
        self.keyVariable = keyVariable
    }
}

/// A currency and an exchange's symbol for bitcoin in it.
public struct TradingPair: Equatable, Sendable {
    /// What bitcoin is priced in.
    public let currency: Currency
    /// Such as `BTCUSDT`.
    public let symbol: String

    /// A pair as an exchange names it.
    public init(currency: Currency, symbol: String) {
        self.currency = currency
        self.symbol = symbol
    }
}
