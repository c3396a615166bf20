import BTCPriceCore
import BTCPriceJSON

/// Coinbase Exchange, which refuses requests without a User-Agent.
struct Coinbase: Exchange {
    let name = "coinbase"
    let baseURL = "https://api.exchange.coinbase.com"
    let pairs = [TradingPair(.usd, "BTC-USD"), TradingPair(.eur, "BTC-EUR"), TradingPair(.gbp, "BTC-GBP")]

    func target(for pair: TradingPair) -> String {
        "/products/\(pair.symbol)/ticker"
    }

    func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        try answer["price"].priceFromString()
    }

    func priceTime(in answer: JSONValue) -> Timestamp? {
        answer["time"]?.string.flatMap(Timestamp.init(iso8601:))
    }
}
