import BTCPriceCore
import BTCPriceJSON

/// Kraken, which tells every error with HTTP 200, and answers XBTUSD under the name XXBTZUSD.
struct Kraken: Exchange {
    let name = "kraken"
    let baseURL = "https://api.kraken.com"
    let pairs = ([.usd, .eur, .gbp, .jpy, .cad] as [Currency]).map { TradingPair($0, "XBT\($0.code)") }

    func target(for pair: TradingPair) -> String {
        "/0/public/Ticker?pair=\(pair.symbol)"
    }

    func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Price {
        guard let errors = answer["error"]?.array else { throw .invalidData("not a ticker") }
        guard errors.isEmpty else { throw .invalidData("an error told with HTTP 200") }
        guard let result = answer["result"]?.object, result.count == 1, let ticker = result.first else {
            throw .invalidData("not exactly one pair")
        }
        guard Self.isBitcoin(ticker.key), ticker.key.suffix(3).elementsEqual(pair.currency.code.utf8) else {
            throw .invalidData("not the symbol asked for")
        }
        let lastTrade = ticker.value["c"]?.array?.first
        return try lastTrade.priceFromString()
    }

    private static func isBitcoin(_ key: [UInt8]) -> Bool {
        key.indices.contains { key[$0...].starts(with: "XBT".utf8) }
    }

    /// From Kraken's list of API errors; the first one was measured with HTTP 200.
    private static let limits = ["EGeneral:Too many requests", "EAPI:Rate limit exceeded"]

    func tellsRateLimit(_ answer: JSONValue) -> Bool {
        let errors = answer["error"]?.array ?? []
        return errors.contains { error in Self.limits.contains { error.isString($0) } }
    }
}
