import Foundation

/// Looks at the cache files of a schedule again and again.
struct CacheWatcher {
    #if canImport(Darwin)
        private static let path = "Library/Caches/btcq"
    #else
        private static let path = ".cache/btcq"
    #endif
    private static let currencies = ["USD", "EUR"]

    private let directory: String
    /// The timestamps of the last quotes, which are ordered as texts, by currency and source.
    private var timestamps: [String: [String: String]] = [:]

    init(home: String) {
        directory = "\(home)/\(Self.path)"
    }

    /// Puts directories in the place of what cannot be written.
    func makeObstacles(for plan: SchedulePlan) throws {
        let locks = Self.currencies.flatMap { currency in
            ["BTC-\(currency).lock"] + plan.behaviors.keys.map { "BTC-\(currency).\($0).lock" }
        }
        let names =
            (plan.isCacheWritable ? [] : Self.currencies.map { "BTC-\($0).json" })
            + (plan.isBackoffWritable ? [] : ["backoff.json"]) + (plan.locksWork ? [] : locks + ["backoff.lock"])
        for path in [directory] + names.map({ "\(directory)/\($0)" }) {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    /// What is wrong with a cache file, if anything.
    ///
    /// - Parameter isExact: whether a quote of a source is never replaced by an older one, nor lost.
    mutating func check(isExact: Bool) -> String? {
        for currency in Self.currencies {
            let path = "\(directory)/BTC-\(currency).json"
            guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else { continue }
            guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                let quotes = object["quotes"] as? [[String: String]]
            else { return "\(path) is not complete: \(String(decoding: data, as: UTF8.self))" }
            let current = Dictionary(
                quotes.compactMap { quote in quote["source"].map { ($0, quote["timestamp"] ?? "") } }
            ) { first, _ in first }
            let previous = timestamps.updateValue(current, forKey: currency) ?? [:]
            guard isExact else { continue }
            for (source, timestamp) in previous where current[source].map({ $0 < timestamp }) ?? true {
                return "in \(currency), \(source)'s quote of \(timestamp) was followed by \(current[source] ?? "none")"
            }
        }
        return nil
    }
}
