import Foundation
import StubExchange
import TestSupport
import Testing

extension Sandbox {
    /// A line of the cache. No other type in these tests knows its format.
    struct CachedQuote {
        let price: String
        let pair: String
        let source: String
    }

    var cacheDirectory: String {
        #if canImport(Darwin)
            "\(home)/Library/Caches/btcq"
        #else
            "\(home)/.cache/btcq"
        #endif
    }
    var cacheFile: String { cacheFile("USD") }

    func cacheFile(_ currency: String) -> String { "\(cacheDirectory)/BTC-\(currency).5" }

    /// The names of the files in the cache directory, sorted.
    var cacheFiles: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: cacheDirectory)) ?? []).sorted()
    }

    /// Whether no run has connected to the exchange, or written to the cache.
    var isUnused: Bool { exchange.connections == 0 && !FileManager.default.fileExists(atPath: cacheDirectory) }

    /// With the mode that the program gives it.
    func makeCacheDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: cacheDirectory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Writes a quote that was received `age` seconds ago to the cache, in place of all others.
    func cache(
        price: String = "60000.5", age: Double = 300, source: String = "kraken", currency: String = "USD",
        change: String = "-"
    ) throws {
        // Some tests write sources to the cache that do not exist.
        let pair = (try? Fixture.named(source).pair(currency).name) ?? "BTC/\(currency)"
        let time = Int64(Date(timeIntervalSinceNow: -age).timeIntervalSince1970 * 1000)
        try cache(raw: "\(source) \(pair) \(currency) \(price) \(time) \(change)\n", currency: currency)
    }

    /// Writes anything to the cache file of a currency.
    func cache(raw: String, currency: String = "USD") throws {
        try makeCacheDirectory()
        try write(raw, to: cacheFile(currency))
    }

    /// The newest cached quote in US dollars; nil if the file is not complete.
    var cached: CachedQuote? { cachedQuotes.first }

    /// All cached quotes in US dollars, the newest first; empty if the file is not complete.
    var cachedQuotes: [CachedQuote] {
        let lines = contents(cacheFile).split(separator: "\n", omittingEmptySubsequences: false)
        let quotes = lines.dropLast().map { $0.split(separator: " ").map(String.init) }
        guard lines.last == "", quotes.allSatisfy({ $0.count == 6 && $0[2] == "USD" }) else { return [] }
        return quotes.map { CachedQuote(price: $0[3], pair: $0[1], source: $0[0]) }
    }

    /// The path of a file of the cache as the kernel has it for its descriptor, without links, as strace compares it.
    func resolved(_ name: String) -> String {
        URL(filePath: cacheDirectory).resolvingSymlinksInPath().path + "/\(name)"
    }

    static let fetchLockName = "BTC-USD.binance.lock"
    /// That of the cache's writers.
    static let cacheLockName = "BTC-USD.5.lock"

    /// Acquires a lock of the cache directory as a run does that never ends. Closing the descriptor releases it.
    func acquireLock(_ name: String) throws -> Int32 {
        try makeCacheDirectory()
        return try TestSupport.acquireLock("\(cacheDirectory)/\(name)")
    }

    /// Whether a run holds the fetch lock or waits for it.
    static func isAtFetchLock(_ pid: pid_t) -> Bool {
        descriptors(of: pid).values.contains { $0.hasSuffix("/\(fetchLockName)") }
    }

    /// Shell that runs `commands` while the file system of the cache directory, with the files that are there, is full.
    func withFullDisk(_ commands: String) -> String {
        """
        cp -R '\(cacheDirectory)' before
        mount -t tmpfs -o size=8k,mode=700 none '\(cacheDirectory)'
        cp before/* '\(cacheDirectory)' 2>/dev/null
        cat /dev/zero 2>/dev/null > '\(cacheDirectory)/filler'
        \(commands)
        """
    }
}
