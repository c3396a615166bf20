import BTCPriceCore

/// The API has a default product, so the product code in the response is checked.
final class Bitflyer: SourceAPI {
    let name = "bitflyer"
    let host = "api.bitflyer.com"
    let pairs = [TradingPair(.jpy, "BTC_JPY")]

    func target(for pair: TradingPair) -> String {
        "/v1/ticker?product_code=\(pair.name)"
    }

    func errorMessage(in body: JSONValue) -> JSONValue? { body["error_message"] }

    func ticker(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Ticker {
        guard body["product_code"]?.isString(pair.name) == true else { throw .wrongPair }
        guard body["state"]?.isString("RUNNING") == true else { throw .invalidData("the market is not open") }
        return Ticker(price: try body["ltp"].price(), time: body["timestamp"])
    }

    func rateLimit(in body: JSONValue) -> ReportedRateLimit? {
        let isLimited = body["error_message"]?.string?.starts(with: "Over API limit".utf8) == true
        return isLimited ? ReportedRateLimit() : nil
    }
}
