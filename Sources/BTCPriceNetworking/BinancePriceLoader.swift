import BTCPriceCore
import BTCPriceJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Binance, whose BTCUSDT is a price in tether.
///
/// `symbolStatus=TRADING` makes a halted market an error instead of its last price. A market that never traded
/// answers `0.00000000`.
struct BinancePriceLoader: ExchangePriceLoader {
    static let exchange = Exchange(
        name: "binance",
        baseURL: "https://api.binance.com",
        market: "tether, taken for USD",
        symbols: [.usd: "BTCUSDT", .eur: "BTCEUR"])

    let connection: ExchangeConnection

    init(connection: ExchangeConnection) {
        self.connection = connection
    }

    static func target(for pair: TradingPair) -> String {
        "/api/v3/ticker/price?symbol=\(pair.symbol)&symbolStatus=TRADING"
    }

    static func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Decimal {
        guard answer["symbol"]?.string == pair.symbol else { throw .invalidData("not the symbol asked for") }
        return try answer["price"].priceFromString()
    }
}
