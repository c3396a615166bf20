import BTCPriceCore

/// The average of Coinbase, Kraken and Bitstamp, without those that do not trade the pair. It has required a paid key
/// since May 2026. `RAW.PRICE` is exact, `DISPLAY.PRICE` rounded.
final class CryptoCompare: SourceAPI {
    let name = "cryptocompare"
    let host = "min-api.cryptocompare.com"
    let pairs = ([.usd, .eur, .gbp, .jpy, .cad, .chf, .aud] as [Currency]).map { TradingPair($0, "BTC/\($0.code)") }
    let keyVariable: String? = "CRYPTOCOMPARE_API_KEY"

    func target(for pair: TradingPair) -> String {
        "/data/generateAvg?fsym=BTC&tsym=\(pair.currency.code)&e=Coinbase,Kraken,Bitstamp"
    }

    func headers(key: String) -> [String] { ["Authorization: Apikey \(key)"] }

    func errorMessage(in body: JSONValue) -> JSONValue? {
        isError(body) ? body["Message"] ?? .withoutWords : nil
    }

    func ticker(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Ticker {
        guard let raw = body["RAW"] else { throw .invalidData("no price") }
        for (name, expected) in [("FROMSYMBOL", "BTC"), ("TOSYMBOL", pair.currency.code)] {
            if let symbol = raw[name], !symbol.isString(expected) { throw .wrongPair }
        }
        return Ticker(
            price: try raw["PRICE"].price(),
            earlierPrice: (try? raw["OPEN24HOUR"].price()).map { .of24HoursBefore($0) }, time: raw["LASTUPDATE"])
    }

    /// An error of type 99 is a rate limit (min-api documentation, and recorded responses).
    func rateLimit(in body: JSONValue) -> ReportedRateLimit? {
        isError(body) && body["Type"]?.isNumber("99") == true ? ReportedRateLimit() : nil
    }

    private func isError(_ body: JSONValue) -> Bool { body["Response"]?.isString("Error") == true }
}
