import BTCPriceCore

/// An average of many markets. It rejects requests without a User-Agent, and allows few requests from one address.
final class CoinGecko: SourceAPI {
    let name = "coingecko"
    let host = "api.coingecko.com"
    let pairs = Currency.allCases.map { TradingPair($0, "BTC/\($0.code)") }

    func target(for pair: TradingPair) -> String {
        "/api/v3/simple/price?ids=bitcoin&vs_currencies=\(pair.currency.lowercasedCode)"
            + "&include_24hr_change=true&include_last_updated_at=true"
    }

    func errorMessage(in body: JSONValue) -> JSONValue? { body["status"]?["error_message"] ?? body["error"] }

    func ticker(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Ticker {
        guard let bitcoin = body["bitcoin"] else { throw .invalidData("no price") }
        let code = pair.currency.lowercasedCode
        guard bitcoin[code] != nil else { throw .wrongPair }
        return Ticker(
            price: try bitcoin[code].price(),
            earlierPrice: bitcoin["\(code)_24h_change"]?.number.map { .change(Percentage(jsonNumber: $0)) },
            time: bitcoin["last_updated_at"])
    }

    func rateLimit(in body: JSONValue) -> ReportedRateLimit? {
        body["status"]?["error_code"]?.isNumber("429") == true ? ReportedRateLimit() : nil
    }
}
