import BTCPriceCore
import BTCPriceJSON

/// Kraken. It reports errors with HTTP 200, and its response names XBTUSD `XXBTZUSD`.
final class Kraken: Exchange {
    let source = Source(
        "kraken", host: "api.kraken.com",
        pairs: ([.usd, .eur, .gbp, .jpy, .cad, .chf, .aud] as [Currency]).map { TradingPair($0, "XBT\($0.code)") })

    /// From Kraken's list of API errors. A recorded response with HTTP 200 contains the first one.
    private static let rateLimitErrors = ["EGeneral:Too many requests", "EAPI:Rate limit exceeded"]

    func target(for pair: TradingPair) -> String {
        "/0/public/Ticker?pair=\(pair.name)"
    }

    func price(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        guard let errors = body["error"]?.array else { throw .invalidData("not a ticker") }
        guard errors.isEmpty else { throw .errorWithSuccessStatus }
        guard let result = body["result"]?.object, result.count == 1, let ticker = result.first else {
            throw .invalidData("not exactly one pair")
        }
        guard Self.pairNames(in: pair.currency).contains(where: { ticker.key.elementsEqual($0.utf8) }) else {
            throw .wrongPair
        }
        let lastTrade = ticker.value["c"]?.array?.first
        return try lastTrade.priceFromString()
    }

    func isRateLimitError(_ body: JSONValue) -> Bool {
        let errors = body["error"]?.array ?? []
        return errors.contains { error in Self.rateLimitErrors.contains { error.isString($0) } }
    }

    /// The names that a response may have for the pair of bitcoin and a currency, such as `XXBTZUSD`, `XBTCHF` or `BTC/USD`:
    /// Kraken has announced to rename XBT to BTC.
    private static func pairNames(in currency: Currency) -> [String] {
        ["XBT", "BTC", "XXBT", "XBTC"].flatMap { base in ["", "Z", "/"].map { "\(base)\($0)\(currency.code)" } }
    }
}
