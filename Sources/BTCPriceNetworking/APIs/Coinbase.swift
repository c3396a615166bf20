import BTCPriceCore

/// Rejects requests without a User-Agent.
final class Coinbase: SourceAPI {
    let name = "coinbase"
    let host = "api.exchange.coinbase.com"
    let pairs = [TradingPair(.usd, "BTC-USD"), TradingPair(.eur, "BTC-EUR"), TradingPair(.gbp, "BTC-GBP")]

    func target(for pair: TradingPair) -> String {
        "/products/\(pair.name)/ticker"
    }

    func errorMessage(in body: JSONValue) -> JSONValue? { body["message"] }

    func ticker(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Ticker {
        Ticker(price: try body["price"].price(), time: body["time"])
    }
}
