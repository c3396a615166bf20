#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Lets one thread wait until another rings, or until a time.
///
/// A dispatch semaphore would do, but on Linux its timeout is a time of day: setting the clock back stretches it.
final class Bell: @unchecked Sendable {
    // Allocated: the system wants both to stay where they are.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Guarded by the mutex.
    private var hasRung = false

    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Ends a wait, or the next one.
    func ring() {
        pthread_mutex_lock(mutex)
        hasRung = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Returns when it has rung since the last wait, or at `end`; nil is never. While the machine sleeps, so does the
    /// wait.
    func wait(until end: ContinuousClock.Instant?) {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !hasRung {
            guard let end else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            let left = ContinuousClock.now.duration(to: end)
            if left <= .zero { return }
            waitOnce(atMost: left)
        }
        hasRung = false
    }

    private func waitOnce(atMost limit: Duration) {
        let (seconds, attoseconds) = limit.components
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        #if canImport(Darwin)
            pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            time.tv_sec += now.tv_sec + (time.tv_nsec + now.tv_nsec) / 1_000_000_000
            time.tv_nsec = (time.tv_nsec + now.tv_nsec) % 1_000_000_000
            pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }
}
