import BTCPriceCore

final class Bitstamp: SourceAPI {
    let name = "bitstamp"
    let host = "www.bitstamp.net"
    let pairs = ([.usd, .eur, .gbp] as [Currency]).map { TradingPair($0, "BTC/\($0.code)") }

    /// From Bitstamp's HTTP API documentation, "Response codes".
    private static let rateLimitCodes = ["400.002", "400.067", "400.068"]

    func target(for pair: TradingPair) -> String {
        "/api/v2/ticker/btc\(pair.currency.lowercasedCode)/"
    }

    func errorMessage(in body: JSONValue) -> JSONValue? { body["reason"] }

    func ticker(in body: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Ticker {
        // Checked if present: Bitstamp names the pair only if several were asked for.
        if let name = body["pair"], !name.isString(pair.name) { throw .wrongPair }
        return Ticker(
            price: try body["last"].price(),
            earlierPrice: (try? body["open_24"].price()).map { .of24HoursBefore($0) }, time: body["timestamp"])
    }

    func rateLimit(in body: JSONValue) -> ReportedRateLimit? {
        guard let code = body["response_code"], Self.rateLimitCodes.contains(where: code.isString) else { return nil }
        return ReportedRateLimit()
    }
}
