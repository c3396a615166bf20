import Foundation

/// Threads wait at it until it is opened. It then stays open.
final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    /// False if it is still closed after this time.
    @discardableResult
    func wait(seconds: TimeInterval = 60) -> Bool {
        let limit = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isOpen, condition.wait(until: limit) {}
            return isOpen
        }
    }
}
