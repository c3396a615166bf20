import Foundation

/// A value that threads share under a lock.
///
/// `Mutex` would need macOS 15, and the thread sanitizer does not see its futex.
public final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// - Parameter value: the initial value.
    public init(_ value: Value) {
        self.value = value
    }

    /// Reads or changes the value while no other thread does.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
