package import BTCPriceCore

/// The fetch lock of a currency, as a lock file.
package struct FileFetchLock: FetchLock {
    private let directory: CacheDirectory
    private let lock: FileLock
    private let elapsed: @Sendable () -> Duration

    /// - Parameter elapsed: the time since the beginning of the run.
    package init(
        directory: CacheDirectory, currency: Currency, elapsed: @escaping @Sendable () -> Duration
    ) {
        self.directory = directory
        lock = FileLock(path: directory.path.appending("BTC-\(currency.code).turn.lock"))
        self.elapsed = elapsed
    }

    package var isHeld: Bool {
        lock.withLock(timeout: .zero) { $0 == .timedOut }
    }

    package func withLock<Result>(deadline: Duration, _ body: (_ isAcquired: Bool) -> Result) -> Result {
        try? directory.create()
        return lock.withLock(timeout: deadline - elapsed()) { body($0 != .timedOut) }
    }
}
