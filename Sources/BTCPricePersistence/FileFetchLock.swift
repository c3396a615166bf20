package import BTCPriceCore
package import System

/// The fetch lock of a currency and a primary, as a lock file whose modification time is the holder's stamp.
package struct FileFetchLock: FetchLock {
    /// Between acquiring the lock and stamping the file, a holder has the stamp of the one before it.
    private static let stampingTime = Duration.milliseconds(50)

    private let directory: CacheDirectory
    private let lock: FileLock
    private let clock: MonotonicClock
    private let now: @Sendable () -> Timestamp

    package init(
        directory: CacheDirectory, currency: Currency, primary: String, clock: MonotonicClock,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.directory = directory
        lock = FileLock(path: directory.path.appending("BTC-\(currency.code).\(primary).lock"))
        self.clock = clock
        self.now = now
    }

    package var isHeld: Bool {
        lock.withLock(timeout: .zero, creating: false) { result, descriptor in
            result == .timedOut && !isExpired(descriptor)
        }
    }

    package func withLock<Result>(deadline: Duration, _ body: (RunState.Lock) -> Result) -> Result {
        try? directory.create()
        let start = clock.elapsed
        return lock.withLock(timeout: deadline - start, giveUpIf: isAbandoned) { result, descriptor in
            let time = clock.elapsed - start
            switch result {
            case .acquired(let waited):
                futimens(descriptor, nil)
                return body(.acquired(waited: waited ? time : .zero))
            case .timedOut: return body(.held(waited: time))
            case .gaveUp, .unsupported: return body(.unavailable)
            }
        }
    }

    private func isAbandoned(_ descriptor: Int32) -> Bool {
        guard isExpired(descriptor) else { return false }
        usleep(UInt32(Self.stampingTime / .microseconds(1)))
        return isExpired(descriptor)
    }

    private func isExpired(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return true }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        let stamp = Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        return FetchLockStamp.isExpired(stamp, at: now())
    }
}
