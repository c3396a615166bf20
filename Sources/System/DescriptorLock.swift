package enum LockResult: Equatable, Sendable {
    case acquired(waited: Bool)
    /// Another process held it the whole time.
    case timedOut
    /// Another process holds it, and the caller does not want to wait for it any longer.
    case abandoned(waited: Bool)
    /// Locks do not work there, as on some NFS.
    case unavailable
}

package enum DescriptorLock {
    /// A lock that is held for long is tried less often: there may be many waiting.
    private static let pauses = (first: Duration.microseconds(500), longest: Duration.milliseconds(8))

    /// Acquires the exclusive lock of flock(2), which is released when the descriptor is closed. Tries at least twice: another
    /// process may hold the lock for a moment to see whether it is free.
    ///
    /// - Parameter giveUpIf: evaluated whenever another process holds the lock.
    package static func acquire(
        _ descriptor: Int32, timeout: Duration, giveUpIf: () -> Bool = { false }
    ) -> LockResult {
        acquire(timeout, giveUpIf) { flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    /// Acquires a record lock of fcntl(2) on the whole file. It is released when the process closes any descriptor of the
    /// file, and neither conflicts with nor releases a lock of flock(2).
    package static func acquireRecordLock(_ descriptor: Int32, timeout: Duration) -> LockResult {
        acquire(timeout, { false }, { setRecordLock(F_WRLCK, descriptor) })
    }

    package static func releaseRecordLock(_ descriptor: Int32) {
        _ = setRecordLock(F_UNLCK, descriptor)
    }

    private static func setRecordLock(_ type: Int32, _ descriptor: Int32) -> Int32 {
        var lock = flock()
        lock.l_type = Int16(type)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(descriptor, F_SETLK, &lock)
    }

    private static func acquire(_ timeout: Duration, _ giveUpIf: () -> Bool, _ tryLock: () -> Int32) -> LockResult {
        let clock = MonotonicClock()
        var pause = pauses.first
        var hasWaited = false
        while tryLock() != 0 {
            guard [EWOULDBLOCK, EAGAIN, EACCES, EINTR].contains(errno) else { return .unavailable }
            if giveUpIf() { return .abandoned(waited: hasWaited) }
            let left = timeout - clock.elapsed
            guard left > .zero || !hasWaited else { return .timedOut }
            usleep(UInt32(max(pauses.first, min(left, pause)) / .microseconds(1)))
            pause = min(pause * 2, pauses.longest)
            hasWaited = true
        }
        return .acquired(waited: hasWaited)
    }
}
