import BTCPriceCore
import BTCPriceJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Bitstamp, whose answer to a single pair does not name it.
struct BitstampPriceLoader: ExchangePriceLoader {
    static let exchange = Exchange(
        name: "bitstamp",
        baseURL: "https://www.bitstamp.net",
        market: "USD",
        symbols: [.usd: "btcusd", .eur: "btceur"])

    let connection: ExchangeConnection

    init(connection: ExchangeConnection) {
        self.connection = connection
    }

    static func target(for pair: TradingPair) -> String {
        "/api/v2/ticker/\(pair.symbol)/"
    }

    static func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Decimal {
        if let named = answer["pair"], named.string != "BTC/\(pair.currency.code)" {
            throw .invalidData("not the symbol asked for")
        }
        return try answer["last"].priceFromString()
    }

    static func tellsRateLimit(_ answer: JSONValue) -> Bool {
        limits.contains(answer["response_code"]?.string ?? "")
    }

    private static let limits = ["400.002", "400.067", "400.068"]
}
