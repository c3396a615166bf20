import BTCPriceCore

/// Its BTCUSDT is a price in tether. The host serves only public market data; `api.binance.com` blocks several
/// countries.
///
/// `type=MINI` makes the response shorter, `symbolStatus=TRADING` makes a halted market an error. `closeTime`
/// is the end of the 24 hours, and not the time of the price.
final class Binance: SourceAPI {
    let name = "binance"
    let host = "data-api.binance.vision"
    let pairs = [TradingPair(.usd, "BTCUSDT")]

    func target(for pair: TradingPair) -> String {
        "/api/v3/ticker/24hr?symbol=\(pair.name)&type=MINI&symbolStatus=TRADING"
    }

    func errorMessage(in body: JSONValue) -> JSONValue? { body["msg"] }

    func ticker(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Ticker {
        guard body["symbol"]?.isString(pair.name) == true else { throw .wrongPair }
        return Ticker(
            price: try body["lastPrice"].price(),
            earlierPrice: (try? body["openPrice"].price()).map { .of24HoursBefore($0) })
    }
}
