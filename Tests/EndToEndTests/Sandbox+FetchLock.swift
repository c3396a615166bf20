import Foundation
import Testing

extension Sandbox {
    static func fetchLockName(_ currency: String = "USD") -> String { "BTC-\(currency).turn.lock" }

    /// Acquires the fetch lock of a currency as a run does that never ends. Closing the descriptor releases it.
    func acquireFetchLock(_ currency: String = "USD") throws -> Int32 {
        let path = "\(cacheDirectory)/\(Self.fetchLockName(currency))"
        let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(flock(lock, LOCK_EX) == 0)
        return lock
    }

    /// Whether a run holds the fetch lock or waits for it.
    static func isAtFetchLock(_ pid: pid_t) -> Bool {
        descriptors(of: pid).values.contains { $0.hasSuffix("/\(fetchLockName())") }
    }
}
