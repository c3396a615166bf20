import CPlatform

package enum LockResult: Equatable, Sendable {
    case acquired
    /// At each attempt the lock was held by another process or, with flock(2), by this process through another open(2).
    case timedOut
    /// The descriptor is -1, or locks do not work in its file system, as in some NFS.
    case unavailable
}

package enum DescriptorLock {
    /// The pauses between attempts. They become longer, since many processes may be waiting for a lock that is held for long.
    private static let pauses = (first: Duration.microseconds(500), longest: Duration.milliseconds(8))

    /// Acquires the exclusive lock of flock(2), which is released when the descriptor is closed. Tries at least once.
    package static func acquire(_ descriptor: Int32, timeout: Duration) -> LockResult {
        acquire(timeout) { flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    /// Acquires the exclusive record lock of fcntl(2) on the complete file. It is released when the process closes any descriptor
    /// of the file. On Linux, except on NFS, it neither conflicts with nor releases a lock of flock(2).
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
            cplatform_reset_timer_slack()
            usleep(UInt32(max(.microseconds(1), min(left, pause)) / .microseconds(1)))
            pause = min(pause * 2, pauses.longest)
        }
        return .acquired
    }
}
