import BTCPriceCore
import BTCPriceJSON

/// Binance. Its BTCUSDT is a price in tether. The host is Binance's own for public market data: `api.binance.com`
/// blocks requests from several countries.
///
/// With `type=MINI` the response is shorter. With `symbolStatus=TRADING` a halted market is an error; without it, the response
/// would be the last price. There is no `priceTime`, since `closeTime` in the response is the end of the 24 hours, and not the
/// time of the price.
final class Binance: Exchange {
    let source = Source(
        "binance", host: "data-api.binance.vision",
        pairs: [TradingPair(.usd, "BTCUSDT")])

    func target(for pair: TradingPair) -> String {
        "/api/v3/ticker/24hr?symbol=\(pair.name)&type=MINI&symbolStatus=TRADING"
    }

    func price(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        guard body["symbol"]?.isString(pair.name) == true else { throw .wrongPair }
        return try body["lastPrice"].priceFromString()
    }

    func price24hAgo(in body: JSONValue, for pair: TradingPair) -> Price? { try? body["openPrice"].priceFromString() }
}
