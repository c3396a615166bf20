package import BTCPriceCore
package import Platform

/// flock(2) on an empty file, one for each currency and primary.
package final class FileFetchLock: FetchLock {
    private let directory: CacheDirectory
    private let name: String
    private let clock: MonotonicClock
    /// Closing it releases the lock; -1 if no file is open.
    private var descriptor: Int32 = -1

    package init(directory: CacheDirectory, currency: Currency, primary: String, clock: MonotonicClock) {
        self.directory = directory
        name = "BTC-\(currency.code).\(primary).lock"
        self.clock = clock
    }

    deinit { release() }

    package func acquire(deadline: Duration) -> Duration {
        let start = clock.elapsed
        _ = try? directory.prepareForWriting()
        descriptor = directory.openForLock(name)
        _ = DescriptorLock.acquire(descriptor, timeout: deadline - clock.elapsed)
        return clock.elapsed - start
    }

    package func release() {
        guard descriptor >= 0 else { return }
        close(descriptor)
        descriptor = -1
    }
}
