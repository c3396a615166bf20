import Foundation

/// Looks at the cache files of a schedule again and again.
struct CacheWatcher {
    #if canImport(Darwin)
        private static let path = "Library/Caches/btcq"
    #else
        private static let path = ".cache/btcq"
    #endif

    /// The quotes in the order in which they were seen first, in milliseconds from the beginning of the schedule.
    private(set) var quotes: [(time: Double, currency: String, source: String)] = []
    private let directory: String
    /// The timestamps of the last quotes, which are ordered as texts, by currency and source.
    private var timestamps: [String: [String: String]] = [:]

    /// Puts directories in the place of what cannot be opened.
    init(home: String, obstacles: [String]) throws {
        directory = "\(home)/\(Self.path)"
        for path in [directory] + obstacles.map({ "\(home)/\(Self.path)/\($0)" }) {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }

    /// What is wrong with a cache file, if anything.
    ///
    /// - Parameter isExact: whether a quote of a source is never replaced by an older one, nor lost.
    mutating func check(at time: Double, isExact: Bool) -> String? {
        for currency in SchedulePlan.currencies {
            let path = "\(directory)/BTC-\(currency).json"
            guard let file = FileHandle(forReadingAtPath: path), let data = try? file.readToEnd() else { continue }
            guard let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
                let list = object["quotes"] as? [[String: String]]
            else { return "\(path) is not complete: \(String(decoding: data, as: UTF8.self))" }
            let current = Dictionary(
                list.compactMap { quote in quote["source"].map { ($0, quote["timestamp"] ?? "") } }
            ) { first, _ in first }
            let previous = timestamps.updateValue(current, forKey: currency) ?? [:]
            quotes += current.filter { previous[$0.key] != $0.value }.map { (time, currency, $0.key) }
            guard isExact else { continue }
            for (source, timestamp) in previous where current[source].map({ $0 < timestamp }) ?? true {
                return "in \(currency), \(source)'s quote of \(timestamp) was followed by \(current[source] ?? "none")"
            }
        }
        return nil
    }
}
