/// Items that threads send each other. Each is received once at most, in the order of sending.
package final class Queue<Item: Sendable>: @unchecked Sendable {
    private var items: [Item] = []
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
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

    package func send(_ item: Item) {
        pthread_mutex_lock(mutex)
        items.append(item)
        pthread_mutex_unlock(mutex)
        pthread_cond_signal(condition)
    }

    package func receive() -> Item {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while items.isEmpty { pthread_cond_wait(condition, mutex) }
        return items.removeFirst()
    }

    /// Waits for an item until `deadline`; nil if there is none by then. After the deadline, does not wait, but still
    /// returns an item that is there.
    package func receive(until deadline: Duration, on clock: MonotonicClock) -> Item? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while items.isEmpty {
            let left = deadline - clock.elapsed
            guard left > .zero else { return nil }
            wait(atMost: left)
        }
        return items.removeFirst()
    }

    /// May return earlier. The caller has locked the mutex.
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
    /// One nanosecond more, then rounded down, so that a wait does not end just before its deadline.
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = (duration + .nanoseconds(1)).components
        self.init(tv_sec: time_t(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
}
