package import BTCPriceCore
package import System

/// The fetch lock of a currency and a primary, as a lock file whose modification time is the holder's stamp.
package struct FileFetchLock: FetchLock {
    /// In microseconds. Between acquiring the lock and stamping the file, a holder has the stamp of the one before it.
    private static let stampingTime: UInt32 = 50_000

    private let directory: CacheDirectory
    private let name: String
    private let clock: MonotonicClock
    private let now: @Sendable () -> Timestamp

    package init(
        directory: CacheDirectory, currency: Currency, primary: String, clock: MonotonicClock,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.directory = directory
        name = "BTC-\(currency.code).\(primary).lock"
        self.clock = clock
        self.now = now
    }

    package var isHeld: Bool {
        let descriptor = directory.openLock(name, creating: false)
        defer { close(descriptor) }
        return DescriptorLock.acquire(descriptor, timeout: .zero) == .timedOut && !isExpired(descriptor)
    }

    package func withLock<Result>(deadline: Duration, _ body: (RunState.Lock) -> Result) -> Result {
        try? directory.create()
        let descriptor = directory.openLock(name)
        defer { close(descriptor) }
        return body(acquire(descriptor, deadline: deadline))
    }

    private func acquire(_ descriptor: Int32, deadline: Duration) -> RunState.Lock {
        let start = clock.elapsed
        let result = DescriptorLock.acquire(descriptor, timeout: deadline - start) { isAbandoned(descriptor) }
        let time = clock.elapsed - start
        switch result {
        case .acquired(let waited):
            stamp(descriptor)
            return .acquired(waited: waited ? time : .zero)
        case .timedOut: return .held(waited: time)
        case .unavailable: return .unavailable
        }
    }

    /// With this machine's time, which that of a file server may differ from.
    private func stamp(_ descriptor: Int32) {
        let (seconds, milliseconds) = now().milliseconds.quotientAndRemainder(dividingBy: 1000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(milliseconds) * 1_000_000)
        futimens(descriptor, [time, time])
    }

    private func isAbandoned(_ descriptor: Int32) -> Bool {
        guard isExpired(descriptor) else { return false }
        usleep(Self.stampingTime)
        return isExpired(descriptor)
    }

    private func isExpired(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return true }
        return FetchLockStamp.isExpired(status.modificationTime, at: now())
    }
}
