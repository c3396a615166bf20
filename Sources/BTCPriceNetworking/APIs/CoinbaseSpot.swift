import BTCPriceCore

/// What Coinbase shows to its customers: up to a minute old, and converted where Coinbase has no market.
///
/// Both names in the response are checked, since a wrong parameter has been answered with the price in US dollars.
final class CoinbaseSpot: SourceAPI {
    let name = "coinbasespot"
    let host = "api.coinbase.com"
    let pairs = Currency.allCases.map { TradingPair($0, "BTC-\($0.code)") }

    func target(for pair: TradingPair) -> String {
        "/v2/prices/\(pair.name)/spot"
    }

    func errorMessage(in body: JSONValue) -> JSONValue? {
        body["errors"]?.array?.first.map { $0["message"] ?? .withoutWords }
    }

    func ticker(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Ticker {
        guard let data = body["data"] else { throw .invalidData("no price") }
        for (name, expected) in [("base", "BTC"), ("currency", pair.currency.code)] {
            guard data[name]?.isString(expected) == true else { throw .wrongPair }
        }
        return Ticker(price: try data["amount"].price())
    }
}
