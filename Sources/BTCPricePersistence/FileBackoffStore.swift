package import BTCPriceCore

/// The back-off entries in `backoff.json`.
package struct FileBackoffStore: BackoffStore {
    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer, evaluated at each write.
    package init(directory: CacheDirectory, lockTimeout: @escaping @Sendable () -> Duration) {
        file = SharedFile(name: "backoff", directory: directory, lockTimeout: lockTimeout)
    }

    package func load() -> Backoff { BackoffCodec.backoff(from: try? file.contents()) }

    /// Writes the file only if the entries change.
    package func update<Result>(_ change: (inout Backoff) -> Result) throws(StoreError) -> Result {
        let stored = load()
        var backoff = stored
        var result = change(&backoff)
        if backoff == stored { return result }
        try file.update { bytes in
            backoff = BackoffCodec.backoff(from: bytes)
            result = change(&backoff)
            return BackoffCodec.bytes(of: backoff)
        }
        return result
    }
}
