package enum LockResult: Equatable, Sendable {
    case acquired
    /// Another process held it the whole time.
    case timedOut
    /// Locks do not work there, as on some NFS.
    case unsupported
}

/// The exclusive lock of flock(2).
package enum DescriptorLock {
    /// A lock that is held for long is tried less often: there may be many waiting.
    private static let pauses = (first: Duration.microseconds(500), longest: Duration.milliseconds(8))

    /// Tries at least once. The lock is released when the descriptor is closed.
    package static func acquire(_ descriptor: Int32, timeout: Duration) -> LockResult {
        let clock = MonotonicClock()
        var pause = pauses.first
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { return .unsupported }
            let left = timeout - clock.elapsed
            guard left > .zero else { return .timedOut }
            usleep(UInt32(min(left, pause) / .microseconds(1)))
            pause = min(pause * 2, pauses.longest)
        }
        return .acquired
    }
}
