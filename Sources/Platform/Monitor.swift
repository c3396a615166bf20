/// A value that threads share. A thread can wait until others have changed it.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
    private var value: Value
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        #endif
        pthread_cond_init(condition, &attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Changes the value, and wakes all threads that wait.
    package func update(_ change: (inout Value) -> Void) {
        pthread_mutex_lock(mutex)
        change(&value)
        pthread_mutex_unlock(mutex)
        pthread_cond_broadcast(condition)
    }

    /// Calls `take`, and again after each change, until it returns something.
    ///
    /// - Parameter timeLeft: until the deadline; nil if there is none.
    /// - Returns: nil if `take` has not returned anything by the deadline. It is called at least once.
    package func wait<Item>(timeLeft: () -> Duration?, _ take: (inout Value) -> Item?) -> Item? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let item = take(&value) { return item }
            if let left = timeLeft() {
                guard left > .zero else { return nil }
                wait(atMost: min(left, .seconds(86_400)))
            } else {
                pthread_cond_wait(condition, mutex)
            }
        }
    }

    /// Waits for a change. May return earlier.
    private func wait(atMost duration: Duration) {
        #if canImport(Darwin)
            var time = timespec(duration)
            pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            var time = timespec(MonotonicClock.now() + duration)
            pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }
}

extension timespec {
    /// Rounded up: a wait must not end too early.
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = (duration + .nanoseconds(1)).components
        self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
}
