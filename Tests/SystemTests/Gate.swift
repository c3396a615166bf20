import Foundation

/// Where threads wait until it is opened; then it stays open.
final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false

    func open() {
        condition.withLock {
            isOpen = true
            condition.broadcast()
        }
    }

    /// False when it is still closed after so many seconds.
    @discardableResult
    func wait(seconds: TimeInterval = 60) -> Bool {
        let limit = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !isOpen, condition.wait(until: limit) {}
            return isOpen
        }
    }
}
