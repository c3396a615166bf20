import BTCPriceCore
import BTCPriceJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Coinbase Exchange, which refuses requests without a User-Agent.
struct CoinbasePriceLoader: ExchangePriceLoader {
    static let exchange = Exchange(
        name: "coinbase",
        baseURL: "https://api.exchange.coinbase.com",
        market: "USD",
        symbols: [.usd: "BTC-USD", .eur: "BTC-EUR", .gbp: "BTC-GBP"])

    let connection: ExchangeConnection

    init(connection: ExchangeConnection) {
        self.connection = connection
    }

    static func target(for pair: TradingPair) -> String {
        "/products/\(pair.symbol)/ticker"
    }

    static func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Decimal {
        try answer["price"].priceFromString()
    }
}
