import Foundation

/// The cache in a home directory.
public struct HomeCache: Sendable {
    /// Its directory.
    public let path: String

    public init(home: String) {
        #if canImport(Darwin)
            path = "\(home)/Library/Caches/btcq"
        #else
            path = "\(home)/.cache/btcq"
        #endif
    }

    /// Stores a quote in place of all others.
    ///
    /// - Parameters:
    ///   - before: the price of 24 hours before.
    ///   - age: in seconds.
    public func store(
        _ source: String, pair: String, currency: String = "USD", price: String = "60000.5", before: String? = nil,
        age: Double
    ) throws {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var quote = [
            "price": price, "pair": pair, "timestamp": Date(timeIntervalSinceNow: -age).formatted(style),
            "source": source,
        ]
        quote["price_24h_ago"] = before
        let cache = ["currency": currency, "quotes": [quote]] as [String: Any]
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try JSONSerialization.data(withJSONObject: cache).write(to: URL(filePath: "\(path)/BTC-\(currency).4.json"))
    }
}
