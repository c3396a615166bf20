import BTCPriceCore
import BTCPriceJSON

/// An average of many markets. It rejects requests without a User-Agent, and allows few requests from one address.
final class CoinGecko: Exchange {
    let source = Source(
        "coingecko", host: "api.coingecko.com",
        pairs: ([.usd, .eur, .gbp, .jpy, .cad, .chf, .aud] as [Currency]).map { TradingPair($0, "BTC/\($0.code)") })

    func target(for pair: TradingPair) -> String {
        "/api/v3/simple/price?ids=bitcoin&vs_currencies=\(key(pair))&include_24hr_change=true&include_last_updated_at=true"
    }

    func price(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        guard let prices = body["bitcoin"] else { throw .invalidData("no price") }
        guard prices[key(pair)] != nil else { throw .wrongPair }
        return try prices[key(pair)].priceFromNumber()
    }

    /// Computed from the change, which has about 17 digits.
    func price24hAgo(in body: JSONValue, for pair: TradingPair) -> Price? {
        guard let price = try? price(in: body, for: pair),
            let change = body["bitcoin"]?["\(key(pair))_24h_change"]?.number
        else { return nil }
        let isNegative = change.first == UInt8(ascii: "-")
        let percent = Array(change.dropFirst(isNegative ? 1 : 0))
        if percent.allSatisfy({ "0.".utf8.contains($0) }) { return price }
        return Price.inJSON(percent).flatMap { price.before(changeOfPercent: $0, isNegative: isNegative) }
    }

    func priceTime(in body: JSONValue) -> JSONValue? { body["bitcoin"]?["last_updated_at"] }

    private func key(_ pair: TradingPair) -> String { pair.currency.code.lowercased() }
}
