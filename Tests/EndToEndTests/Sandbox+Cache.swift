import Foundation
import StubExchange

extension Sandbox {
    /// A quote as a cache file contains it. No other type in these tests knows the format of that file.
    struct CachedQuote: Equatable {
        static let version = 2

        var price = "60000.5"
        var currency = "USD"
        var pair = "XBTUSD"
        /// Such as `2025-10-27T19:56:39.123Z`.
        var timestamp: String
        var source = "kraken"
    }

    #if canImport(Darwin)
        var cacheDirectory: String { "\(home)/Library/Caches/btcq" }
    #else
        var cacheDirectory: String { "\(home)/.cache/btcq" }
    #endif
    var cacheFile: String { cacheFile("USD") }

    func cacheFile(_ currency: String) -> String { "\(cacheDirectory)/BTC-\(currency).json" }

    /// With the mode that the program gives it.
    func makeCacheDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: cacheDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Writes a quote that was received `age` seconds ago to the cache, in place of all others.
    func cache(
        price: String = "60000.5", age: Double = 300, source: String = "kraken", currency: String = "USD"
    ) throws {
        try cache([Self.quote(price: price, age: age, source: source, currency: currency)], currency: currency)
    }

    /// Writes these quotes to the cache in this order, in place of all others.
    func cache(_ quotes: [CachedQuote], currency: String = "USD") throws {
        try cache(raw: CachedQuote.text(of: quotes, currency: currency), currency: currency)
    }

    /// A quote that was received `age` seconds ago.
    static func quote(
        price: String = "60000.5", age: Double, source: String, currency: String = "USD"
    ) -> CachedQuote {
        let time = Date(timeIntervalSinceNow: -age).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        // Some tests write sources to the cache that do not exist.
        let pair = (try? Fixture.named(source).pair(currency).name) ?? "BTC/\(currency)"
        return CachedQuote(price: price, currency: currency, pair: pair, timestamp: time, source: source)
    }

    /// Writes anything to the cache file of a currency.
    func cache(raw: String, currency: String = "USD") throws {
        try cache(bytes: Array(raw.utf8), currency: currency)
    }

    /// Writes anything to the cache file of a currency.
    func cache(bytes: [UInt8], currency: String = "USD") throws {
        try makeCacheDirectory()
        try Data(bytes).write(to: URL(filePath: cacheFile(currency)))
    }

    /// The newest cached quote in US dollars; nil if the file does not contain a complete one.
    var cached: CachedQuote? { cached("USD") }

    /// The newest cached quote in a currency; nil if the file does not contain a complete one.
    func cached(_ currency: String) -> CachedQuote? { cachedQuotes(currency).first }

    /// All cached quotes in a currency, the newest first; empty if the file does not contain complete ones.
    func cachedQuotes(_ currency: String = "USD") -> [CachedQuote] {
        CachedQuote.quotes(in: FileManager.default.contents(atPath: cacheFile(currency)) ?? Data())
    }
}

extension Sandbox.CachedQuote {
    /// Empty if `contents` is not a complete cache file.
    static func quotes(in contents: Data) -> [Self] {
        guard let object = (try? JSONSerialization.jsonObject(with: contents)) as? [String: Any],
            object["version"] as? Int == version, let currency = object["currency"] as? String,
            let quotes = object["quotes"] as? [[String: String]]
        else { return [] }
        return quotes.compactMap { quote in
            guard let price = quote["price"], let pair = quote["pair"], let timestamp = quote["timestamp"],
                let source = quote["source"]
            else { return nil }
            return Self(price: price, currency: currency, pair: pair, timestamp: timestamp, source: source)
        }
    }

    /// The contents of a cache file with this quote alone, which the program ends with a newline.
    func text(version: Int = Self.version) -> String {
        Self.text(of: [self], currency: currency, version: version)
    }

    /// The contents of a cache file, which the program ends with a newline.
    static func text(of quotes: [Self], currency: String, version: Int = Self.version) -> String {
        let objects = quotes.map { quote in
            let members = [
                "\(text(ofPrice: quote.price))\"", "\"pair\":\"\(quote.pair)\"",
                "\"timestamp\":\"\(quote.timestamp)\"", "\"source\":\"\(quote.source)\"",
            ]
            return "{\(members.joined(separator: ","))}"
        }
        let members = [
            "\"version\":\(version)", "\"currency\":\"\(currency)\"", "\"quotes\":[\(objects.joined(separator: ","))]",
        ]
        return "{\(members.joined(separator: ","))}"
    }

    /// How a price begins with `digits` in a cache file.
    static func text(ofPrice digits: some StringProtocol) -> String { "\"price\":\"\(digits)" }
}
