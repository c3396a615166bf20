package import BTCPriceCore
package import System

/// The fetch lock, one for each currency and primary: a lock file whose modification time is the holder's stamp.
package struct FileFetchLock: FetchLock {
    /// How long a new holder may take to stamp the file, in microseconds. Until then, the file has the stamp of the holder
    /// before it.
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

    /// Acquires the lock for a moment to find out.
    package var isHeld: Bool {
        let descriptor = directory.openLock(name, creating: false)
        defer { close(descriptor) }
        return DescriptorLock.acquire(descriptor, timeout: .zero) == .timedOut && !isExpired(descriptor)
    }

    package func withLock<Result>(deadline: Duration, _ body: (RunState.LockAttempt) -> Result) -> Result {
        try? directory.create()
        let descriptor = directory.openLock(name)
        defer { close(descriptor) }
        return body(acquire(descriptor, deadline: deadline))
    }

    private func acquire(_ descriptor: Int32, deadline: Duration) -> RunState.LockAttempt {
        let start = clock.elapsed
        let result = DescriptorLock.acquire(
            descriptor, timeout: deadline - start, giveUpIf: { staysExpired(descriptor) })
        let time = clock.elapsed - start
        switch result {
        case .acquired(let waited):
            stamp(descriptor)
            return .acquired(waited: waited ? time : .zero)
        case .timedOut: return .held(waited: time)
        case .abandoned(let waited): return .unavailable(waited: waited ? time : .zero)
        case .unavailable: return .unavailable(waited: .zero)
        }
    }

    /// Sets the modification time to this machine's time, not to that of a file server: the two may differ.
    private func stamp(_ descriptor: Int32) {
        let (seconds, milliseconds) = now().milliseconds.quotientAndRemainder(dividingBy: 1000)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(milliseconds) * 1_000_000)
        futimens(descriptor, [time, time])
    }

    /// Takes the stamping time if the stamp has expired: the holder may be about to stamp the file.
    private func staysExpired(_ descriptor: Int32) -> Bool {
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
