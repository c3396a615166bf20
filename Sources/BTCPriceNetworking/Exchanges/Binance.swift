import BTCPriceCore
import BTCPriceJSON

/// Binance, whose BTCUSDT is a price in tether.
///
/// `symbolStatus=TRADING` makes a halted market an error instead of its last price. A market that never traded
/// answers `0.00000000`.
struct Binance: Exchange {
    let name = "binance"
    let baseURL = "https://api.binance.com"
    let pairs = [TradingPair(.usd, "BTCUSDT", note: "tether, taken for USD"), TradingPair(.eur, "BTCEUR")]

    func target(for pair: TradingPair) -> String {
        "/api/v3/ticker/price?symbol=\(pair.symbol)&symbolStatus=TRADING"
    }

    func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        guard answer["symbol"]?.isString(pair.symbol) == true else { throw .invalidData("not the symbol asked for") }
        return try answer["price"].priceFromString()
    }
}
