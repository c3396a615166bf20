package import BTCPriceCore
import Testing

package enum FetchLockContract {
    /// Makes the lock of another run.
    package typealias Locks = () -> any FetchLock

    package static let rules: [ContractRule<Locks>] = [
        ContractRule("acquire returns how long it took, also after the deadline and again") { makeLock in
            let lock = makeLock()
            for deadline in [Duration.zero, .seconds(20)] {
                let waited = lock.acquire(deadline: deadline)
                #expect(waited >= .zero && waited < .seconds(10), "\(waited)")
                lock.release()
                lock.release()
            }
        },
        ContractRule("acquire returns although another run holds the lock at the deadline") { makeLock in
            let (lock, other) = (makeLock(), makeLock())
            _ = other.acquire(deadline: .seconds(20))
            let waited = lock.acquire(deadline: .zero)
            #expect(waited >= .zero && waited < .seconds(10), "\(waited)")
        },
    ]
}
