import BTCPriceCore
import BTCPriceJSON

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// CryptoCompare's average over three exchanges; since May 2026 nobody gets it without a paid key.
///
/// `DISPLAY.PRICE` is the same price rounded: only `RAW.PRICE` will do.
struct CryptoComparePriceLoader: ExchangePriceLoader {
    static let exchange = Exchange(
        name: "cryptocompare",
        baseURL: "https://min-api.cryptocompare.com",
        market: "USD, wants a paid key",
        symbols: [.usd: "USD", .eur: "EUR", .gbp: "GBP", .jpy: "JPY", .cad: "CAD"],
        keyVariable: "CRYPTOCOMPARE_API_KEY")

    let connection: ExchangeConnection

    init(connection: ExchangeConnection) {
        self.connection = connection
    }

    static func target(for pair: TradingPair) -> String {
        "/data/generateAvg?fsym=BTC&tsym=\(pair.symbol)&e=Coinbase,Kraken,Bitstamp"
    }

    static func headers(key: String?) -> [String] {
        key.map { ["Authorization: Apikey \($0)"] } ?? []
    }

    static func price(in answer: JSONValue, for pair: TradingPair) throws(PriceLoadingError) -> Decimal {
        guard answer["Response"]?.string != "Error" else { throw .invalidData("an error told with HTTP 200") }
        guard let raw = answer["RAW"] else { throw .invalidData("no price") }
        for (name, expected) in [("FROMSYMBOL", "BTC"), ("TOSYMBOL", pair.symbol)] {
            if let named = raw[name], named.string != expected { throw .invalidData("not the symbol asked for") }
        }
        return try raw["PRICE"].priceFromNumber()
    }

    static func tellsRateLimit(_ answer: JSONValue) -> Bool {
        answer["Response"]?.string == "Error" && answer["Type"]?.number == "99"
    }

    static func hint(forStatus status: Int, key: String?) -> String? {
        guard status == 401 else { return nil }
        return key == nil ? "set CRYPTOCOMPARE_API_KEY" : "CRYPTOCOMPARE_API_KEY is not accepted"
    }
}
