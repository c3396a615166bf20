import Foundation

/// Threads wait at it until it is opened. It then stays open.
public final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false

    /// Creates a closed one.
    public init() {}

    /// Lets all threads continue.
    public func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    /// False if it is still closed after this time.
    @discardableResult
    public func wait(seconds: TimeInterval = 60) -> Bool {
        let limit = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isOpen, condition.wait(until: limit) {}
            return isOpen
        }
    }
}

/// Opens a gate when it is released.
public final class Token: Sendable {
    private let released: Gate

    /// - Parameter released: the gate to open.
    public init(_ released: Gate) {
        self.released = released
    }

    deinit { released.open() }
}
