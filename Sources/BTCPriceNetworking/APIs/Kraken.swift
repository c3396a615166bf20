import BTCPriceCore

/// Reports errors with HTTP 200, and calls XBTUSD `XXBTZUSD`.
final class Kraken: SourceAPI {
    let name = "kraken"
    let host = "api.kraken.com"
    let pairs = ([.usd, .eur, .gbp, .cad, .chf, .aud] as [Currency]).map { TradingPair($0, "XBT\($0.code)") }

    /// From Kraken's list of API errors; there is a recorded response with the first one. The last one is followed by a
    /// colon and the time until which requests are throttled.
    private static let rateLimitErrors = [
        "EGeneral:Too many requests", "EAPI:Rate limit exceeded", "EGeneral:Temporary lockout", "EService:Throttled",
    ]

    let reportsEndOfRateLimit = true

    func target(for pair: TradingPair) -> String {
        "/0/public/Ticker?pair=\(pair.name)"
    }

    func errorMessage(in body: JSONValue) -> JSONValue? {
        // W is for warnings.
        guard let errors = body["error"]?.array else { return body["error"] }
        return errors.first { $0.string?.first != UInt8(ascii: "W") }
    }

    func ticker(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Ticker {
        guard body["error"]?.array != nil else { throw .invalidData("not a ticker") }
        let markets = body["result"]?.object ?? []
        guard let market = markets.first, markets.count == 1 else { throw .invalidData("not exactly one pair") }
        guard Self.pairNames(in: pair.currency).contains(where: { market.key.elementsEqual($0.utf8) }) else {
            throw .wrongPair
        }
        let (lastTrade, midnight) = (market.value["c"]?.array?.first, market.value["o"])
        return Ticker(price: try lastTrade.price(), earlierPrice: (try? midnight.price()).map { .ofMidnight($0) })
    }

    func rateLimit(in body: JSONValue) -> ReportedRateLimit? {
        for error in body["error"]?.array ?? [] {
            // The documentation writes errors with and without a space after the first colon.
            let parts = (error.string ?? []).split(separator: UInt8(ascii: ":")).map { part in
                part.drop { $0 == UInt8(ascii: " ") }
            }
            let text = Array(parts.prefix(2).joined(separator: [UInt8(ascii: ":")]))
            guard Self.rateLimitErrors.contains(where: { text.elementsEqual($0.utf8) }) else { continue }
            return ReportedRateLimit(end: parts.dropFirst(2).first.flatMap { Timestamp(.string(Array($0))) })
        }
        return nil
    }

    /// The names that a response may have for the pair, such as `XXBTZUSD`, `XBTCHF` or `BTC/USD`: elsewhere, as in its
    /// WebSocket API, Kraken already calls XBT BTC.
    private static func pairNames(in currency: Currency) -> [String] {
        ["XBT", "BTC", "XXBT", "XBTC"].flatMap { base in ["", "Z", "/"].map { "\(base)\($0)\(currency.code)" } }
    }
}
