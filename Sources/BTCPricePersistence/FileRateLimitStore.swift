package import BTCPriceCore

/// A file for all currencies, with a line for each rate limit.
package final class FileRateLimitStore: RateLimitStore {
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer; called at each update.
    package init(directory: CacheDirectory, lockTimeout: @escaping @Sendable () -> Duration) {
        file = SharedFile(name: SharedFile.rateLimits, directory: directory, lockTimeout: lockTimeout)
    }

    package func retrieve() -> RateLimitTable { Self.parse(try? file.contents()) }

    package func update(_ change: (inout RateLimitTable) -> Void) throws(StoreError) {
        try file.update { contents in
            var rateLimits = Self.parse(contents)
            change(&rateLimits)
            // Those that end first are left out if not all fit: a source that is asked too early says so again.
            let entries = rateLimits.entries.sorted { $0.end > $1.end }
            return SharedFile.contents(of: entries.map(RateLimitLine.text))
        }
    }

    private static func parse(_ contents: [UInt8]?) -> RateLimitTable {
        RateLimitTable(SharedFile.lines(of: contents ?? []).compactMap(RateLimitLine.rateLimit))
    }
}
