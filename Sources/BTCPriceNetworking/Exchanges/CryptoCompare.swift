import BTCPriceCore
import BTCPriceJSON

/// CryptoCompare's average over three exchanges; since May 2026 nobody gets it without a paid key.
///
/// `DISPLAY.PRICE` is the same price rounded: only `RAW.PRICE` will do.
struct CryptoCompare: Exchange {
    let name = "cryptocompare"
    let baseURL = "https://min-api.cryptocompare.com"
    let pairs = ([.usd, .eur, .gbp, .jpy, .cad] as [Currency]).map {
        TradingPair($0, $0.code, name: "BTC/\($0.code)")
    }
    let keyVariable: String? = "CRYPTOCOMPARE_API_KEY"

    func target(for pair: TradingPair) -> String {
        "/data/generateAvg?fsym=BTC&tsym=\(pair.symbol)&e=Coinbase,Kraken,Bitstamp"
    }

    func headers(key: String) -> [String] { ["Authorization: Apikey \(key)"] }

    func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        if answer["Response"]?.isString("Error") == true { throw .invalidData("an error told with HTTP 200") }
        guard let raw = answer["RAW"] else { throw .invalidData("no price") }
        for (name, expected) in [("FROMSYMBOL", "BTC"), ("TOSYMBOL", pair.symbol)] {
            if let named = raw[name], !named.isString(expected) { throw .invalidData("not the symbol asked for") }
        }
        return try raw["PRICE"].priceFromNumber()
    }

    func priceTime(in answer: JSONValue) -> Timestamp? {
        answer["RAW"]?["LASTUPDATE"]?.number.flatMap(Timestamp.init(seconds:))
    }

    /// Type 99 is a rate limit (min-api documentation, and the recorded answers).
    func tellsRateLimit(_ answer: JSONValue) -> Bool {
        answer["Response"]?.isString("Error") == true && answer["Type"]?.number?.elementsEqual("99".utf8) == true
    }

    func hint(forStatus status: Int, hasKey: Bool) -> String? {
        guard status == 401 else { return nil }
        return hasKey ? "CRYPTOCOMPARE_API_KEY is not accepted" : "set CRYPTOCOMPARE_API_KEY"
    }
}
