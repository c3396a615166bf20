import BTCPriceCore
import BTCPriceJSON

/// bitFlyer. Without a product code that it knows, its response may be about another product.
final class Bitflyer: Exchange {
    let source = Source(
        "bitflyer", host: "api.bitflyer.com",
        pairs: [TradingPair(.jpy, "BTC_JPY")])

    func target(for pair: TradingPair) -> String {
        "/v1/ticker?product_code=\(pair.name)"
    }

    func price(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        guard body["product_code"]?.isString(pair.name) == true else { throw .wrongPair }
        guard body["state"]?.isString("RUNNING") == true else { throw .invalidData("the market is not open") }
        return try body["ltp"].priceFromNumber()
    }

    /// The time is in UTC. The REST API sends it without a `Z`.
    func priceTime(in body: JSONValue) -> Timestamp? {
        let zone = UInt8(ascii: "Z")
        return body["timestamp"]?.string.flatMap { Timestamp(iso8601: $0.last == zone ? $0 : $0 + [zone]) }
    }
}
