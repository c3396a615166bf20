import BTCPriceCore
import BTCPriceJSON

/// Rejects requests without a User-Agent.
final class Coinbase: Exchange {
    let source = Source(
        "coinbase", host: "api.exchange.coinbase.com",
        pairs: [TradingPair(.usd, "BTC-USD"), TradingPair(.eur, "BTC-EUR"), TradingPair(.gbp, "BTC-GBP")])

    func target(for pair: TradingPair) -> String {
        "/products/\(pair.name)/ticker"
    }

    func price(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        try body["price"].priceFromString()
    }

    func priceTime(in body: JSONValue) -> JSONValue? { body["time"] }
}
