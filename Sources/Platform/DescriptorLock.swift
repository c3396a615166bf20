package enum LockResult: Equatable, Sendable {
    case acquired
    /// It was held the whole time, by another process or by another descriptor of this one.
    case timedOut
    /// Locks do not work there, as on some NFS.
    case unavailable
}

package enum DescriptorLock {
    /// A lock that is held for long is tried less often: there may be many waiting.
    private static let pauses = (first: Duration.microseconds(500), longest: Duration.milliseconds(8))

    /// Acquires the exclusive lock of flock(2), which is released when the descriptor is closed. Tries at least once.
    package static func acquire(_ descriptor: Int32, timeout: Duration) -> LockResult {
        acquire(timeout) { flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    /// Acquires a record lock of fcntl(2) on the whole file. It is released when the process closes any descriptor of the
    /// file, and neither conflicts with nor releases a lock of flock(2).
    package static func acquireRecordLock(_ descriptor: Int32, timeout: Duration) -> LockResult {
        acquire(timeout) { setRecordLock(F_WRLCK, descriptor) }
    }

    package static func releaseRecordLock(_ descriptor: Int32) { _ = setRecordLock(F_UNLCK, descriptor) }

    private static func setRecordLock(_ type: Int32, _ descriptor: Int32) -> Int32 {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(descriptor, F_SETLK, &lock)
    }

    private static func acquire(_ timeout: Duration, _ tryLock: () -> Int32) -> LockResult {
        let clock = MonotonicClock()
        var pause = pauses.first
        while tryLock() != 0 {
            guard [EWOULDBLOCK, EAGAIN, EACCES, EINTR].contains(errno) else { return .unavailable }
            let left = timeout - clock.elapsed
            guard left > .zero else { return .timedOut }
            usleep(UInt32(max(.microseconds(1), min(left, pause)) / .microseconds(1)))
            pause = min(pause * 2, pauses.longest)
        }
        return .acquired
    }
}
