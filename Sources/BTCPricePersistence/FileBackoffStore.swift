package import BTCPriceCore

/// The back-off entries in `backoff.json`.
package struct FileBackoffStore: BackoffStore {
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer, evaluated at each write.
    package init(directory: CacheDirectory, lockTimeout: @escaping @Sendable () -> Duration) {
        file = SharedFile("backoff", in: directory, lockTimeout: lockTimeout)
    }

    package func load() -> Backoff { BackoffCodec.backoff(from: try? file.read()) }

    /// Writes the file only if the entries change.
    package func update<Result>(_ change: (inout Backoff) -> Result) throws(StoreError) -> Result {
        var unchanged = load()
        let stored = unchanged
        let result = change(&unchanged)
        if unchanged == stored { return result }
        return try file.update { bytes in
            var backoff = BackoffCodec.backoff(from: bytes)
            let result = change(&backoff)
            return (BackoffCodec.bytes(of: backoff), result)
        }
    }
}
