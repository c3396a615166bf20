package import BTCPriceCore
package import Platform

/// The fetch lock: the flock(2) lock on an empty file, one for each currency and primary.
package struct FileFetchLock: FetchLock {
    private let directory: CacheDirectory
    private let name: String
    private let clock: MonotonicClock

    package init(directory: CacheDirectory, currency: Currency, primary: String, clock: MonotonicClock) {
        self.directory = directory
        name = "BTC-\(currency.code).\(primary).lock"
        self.clock = clock
    }

    package func withLock<Value>(deadline: Duration, _ body: (_ waited: Duration) -> Value) -> Value {
        let start = clock.elapsed
        _ = try? directory.create()
        let descriptor = directory.openForLock(name)
        defer { close(descriptor) }
        _ = DescriptorLock.acquire(descriptor, timeout: deadline - clock.elapsed)
        return body(clock.elapsed - start)
    }
}
