import Foundation
import StubExchange

extension Sandbox {
    /// A quote as a cache file contains it. No other type in these tests knows the format of that file.
    struct CachedQuote: Equatable {
        static let version = 1

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

    func makeCacheDirectory() throws {
        try FileManager.default.createDirectory(atPath: cacheDirectory, withIntermediateDirectories: true)
    }

    /// Writes a quote that was received `age` seconds ago to the cache.
    func cache(
        price: String = "60000.5", age: Double = 300, source: String = "kraken", currency: String = "USD"
    ) throws {
        let time = Date(timeIntervalSinceNow: -age).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        // Some tests write sources to the cache that do not exist.
        let pair = (try? Fixture.named(source).pair(currency).name) ?? "BTC/\(currency)"
        let quote = CachedQuote(price: price, currency: currency, pair: pair, timestamp: time, source: source)
        try cache(raw: quote.text(), currency: currency)
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

    /// The cached quote in US dollars; nil if the file does not contain a complete one.
    var cached: CachedQuote? { cached("USD") }

    /// The cached quote in a currency; nil if the file does not contain a complete one.
    func cached(_ currency: String) -> CachedQuote? {
        FileManager.default.contents(atPath: cacheFile(currency)).flatMap { CachedQuote(contents: $0) }
    }
}

extension Sandbox.CachedQuote {
    /// Nil if `contents` is not a complete quote.
    init?(contents: Data) {
        guard let object = (try? JSONSerialization.jsonObject(with: contents)) as? [String: Any],
            object["version"] as? Int == Self.version, let price = object["price"] as? String,
            let currency = object["currency"] as? String, let pair = object["pair"] as? String,
            let timestamp = object["timestamp"] as? String, let source = object["source"] as? String
        else { return nil }
        self.init(price: price, currency: currency, pair: pair, timestamp: timestamp, source: source)
    }

    /// The contents of a cache file, which the program ends with a newline.
    func text(version: Int = Self.version) -> String {
        let members = [
            "\"version\":\(version)", "\(Self.text(ofPrice: price))\"", "\"currency\":\"\(currency)\"",
            "\"pair\":\"\(pair)\"", "\"timestamp\":\"\(timestamp)\"", "\"source\":\"\(source)\"",
        ]
        return "{\(members.joined(separator: ","))}"
    }

    /// How a price begins with `digits` in a cache file.
    static func text(ofPrice digits: some StringProtocol) -> String { "\"price\":\"\(digits)" }
}
