import BTCPriceCore
import BTCPriceJSON

/// Bitstamp, whose answer to a single pair does not name it.
struct Bitstamp: Exchange {
    let name = "bitstamp"
    let baseURL = "https://www.bitstamp.net"
    let pairs = [TradingPair(.usd, "btcusd", name: "BTC/USD"), TradingPair(.eur, "btceur", name: "BTC/EUR")]

    func target(for pair: TradingPair) -> String {
        "/api/v2/ticker/\(pair.symbol)/"
    }

    func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        if let named = answer["pair"], !named.isString(pair.name) { throw .invalidData("not the symbol asked for") }
        return try answer["last"].priceFromString()
    }

    func priceTime(in answer: JSONValue) -> Timestamp? {
        answer["timestamp"]?.string.flatMap(Timestamp.init(seconds:))
    }

    /// The codes of a limit in Bitstamp's HTTP API documentation, "Error codes".
    private static let limits = ["400.002", "400.067", "400.068"]

    func tellsRateLimit(_ answer: JSONValue) -> Bool {
        guard let code = answer["response_code"] else { return false }
        return Self.limits.contains { code.isString($0) }
    }
}
