import BTCPriceCore
import BTCPriceJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Kraken, which tells every error with HTTP 200, and answers XBTUSD under the name XXBTZUSD.
struct KrakenPriceLoader: ExchangePriceLoader {
    static let exchange = Exchange(
        name: "kraken",
        baseURL: "https://api.kraken.com",
        market: "USD",
        symbols: [.usd: "XBTUSD", .eur: "XBTEUR", .gbp: "XBTGBP", .jpy: "XBTJPY", .cad: "XBTCAD"])

    let connection: ExchangeConnection

    init(connection: ExchangeConnection) {
        self.connection = connection
    }

    static func target(for pair: TradingPair) -> String {
        "/0/public/Ticker?pair=\(pair.symbol)"
    }

    static func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Decimal {
        guard let errors = answer["error"]?.array else { throw .invalidData("not a ticker") }
        guard errors.isEmpty else { throw .invalidData("an error told with HTTP 200") }
        guard let result = answer["result"]?.object, result.count == 1, let (name, ticker) = result.first else {
            throw .invalidData("not exactly one pair")
        }
        guard name.contains("XBT"), name.hasSuffix(pair.currency.code) else {
            throw .invalidData("not the symbol asked for")
        }
        let lastTrade = ticker["c"]?.array?.first
        return try lastTrade.priceFromString()
    }

    static func tellsRateLimit(_ answer: JSONValue) -> Bool {
        let errors = answer["error"]?.array ?? []
        return errors.contains { limits.contains($0.string ?? "") }
    }

    private static let limits = ["EGeneral:Too many requests", "EAPI:Rate limit exceeded"]
}
