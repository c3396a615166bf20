import Foundation
import Testing

extension Sandbox {
    static func fetchLockName(_ primary: String = "binance", _ currency: String = "USD") -> String {
        "BTC-\(currency).\(primary).lock"
    }

    func fetchLockFile(_ primary: String = "binance") -> String { "\(cacheDirectory)/\(Self.fetchLockName(primary))" }

    /// Acquires a fetch lock as a run does that never ends. Closing the descriptor releases it.
    ///
    /// - Parameter age: how many seconds ago the lock was stamped; it counts as held for 10 s.
    func acquireFetchLock(_ primary: String = "binance", age: Double = 0) throws -> Int32 {
        let lock = open(fetchLockFile(primary), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(flock(lock, LOCK_EX) == 0)
        let date = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: fetchLockFile(primary))
        return lock
    }

    /// Whether a run holds the fetch lock of this primary or waits for it.
    static func isAtFetchLock(_ pid: pid_t, _ primary: String = "binance") -> Bool {
        descriptors(of: pid).values.contains { $0.hasSuffix("/\(fetchLockName(primary))") }
    }
}
