import CPlatform

/// A value that threads share. A thread can wait until others have changed it.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let monitor = UnsafeMutablePointer<CPlatformMonitor>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value = value
        cplatform_monitor_init(monitor)
    }

    deinit {
        cplatform_monitor_destroy(monitor)
        monitor.deallocate()
    }

    /// Changes the value, and wakes all threads that wait.
    package func update(_ change: (inout Value) -> Void) {
        cplatform_monitor_lock(monitor)
        change(&value)
        cplatform_monitor_notify(monitor)
        cplatform_monitor_unlock(monitor)
    }

    /// Calls `take`, and again after each change, until it returns something.
    ///
    /// - Parameter timeLeft: nil for no deadline. After the deadline, `take` is called once more.
    /// - Returns: nil if `take` has not returned anything by the deadline.
    package func wait<Item>(_ timeLeft: () -> Duration?, _ take: (inout Value) -> Item?) -> Item? {
        cplatform_monitor_lock(monitor)
        defer { cplatform_monitor_unlock(monitor) }
        while true {
            if let item = take(&value) { return item }
            let left = timeLeft().map { min($0, .seconds(86_400)) }
            if let left, left <= .zero { return nil }
            cplatform_monitor_wait(monitor, left.map { $0.nanoseconds } ?? -1)
        }
    }
}

extension Duration {
    /// Rounded up: a wait must not end too early.
    fileprivate var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + (components.attoseconds + 999_999_999) / 1_000_000_000
    }
}
