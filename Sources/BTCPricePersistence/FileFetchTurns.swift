public import BTCPriceCore

/// Turns on a lock file, one a currency. Where locks do not work, as on some NFS, everybody has a turn.
public struct FileFetchTurns: FetchTurns {
    private let folder: CacheFolder
    private let lock: FileLock
    private let elapsed: @Sendable () -> Duration

    /// The turns of `currency` in `folder`.
    ///
    /// - Parameter elapsed: the time since the run began.
    public init(folder: CacheFolder, currency: Currency, elapsed: @escaping @Sendable () -> Duration) {
        self.folder = folder
        lock = FileLock(path: folder.path.appending("BTC-\(currency.code).turn.lock"))
        self.elapsed = elapsed
    }

    /// Whether the lock is held.
    public var isTaken: Bool {
        lock.withLock(patience: .zero) { $0 == .taken }
    }

    /// Holds the lock while `body` runs.
    public func withTurn<Result>(until moment: Duration, _ body: (_ isHad: Bool) -> Result) -> Result {
        _ = folder.make()
        return lock.withLock(patience: moment - elapsed()) { body($0 != .taken) }
    }
}
