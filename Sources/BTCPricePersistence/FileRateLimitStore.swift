package import BTCPriceCore

/// The rate limits in `rate-limits.json`.
package final class FileRateLimitStore: RateLimitStore {
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer, evaluated at each write.
    package init(directory: CacheDirectory, lockTimeout: @escaping @Sendable () -> Duration) {
        file = SharedFile(name: "rate-limits", directory: directory, lockTimeout: lockTimeout)
    }

    package func load() -> RateLimits { RateLimitCodec.rateLimits(from: try? file.contents()) }

    package func update(_ change: (inout RateLimits) -> Void) throws(StoreError) {
        try file.update { bytes in
            var rateLimits = RateLimitCodec.rateLimits(from: bytes)
            change(&rateLimits)
            return RateLimitCodec.bytes(of: rateLimits)
        }
    }
}
