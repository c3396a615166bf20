import CPlatform

package enum DescriptorLock {
    /// Each is twice the one before, up to the longest, since many processes may wait for a long time.
    private static let pauses = (first: Duration.microseconds(500), longest: Duration.milliseconds(8))

    /// flock(2), exclusive; released when the descriptor is closed. Tries at least once.
    package static func acquire(_ descriptor: Int32, timeout: Duration) -> LockResult {
        acquire(timeout) { flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    /// fcntl(2), exclusive, on the complete file; released when the process closes any descriptor of the file. On
    /// Linux, except on network file systems, it has nothing to do with flock(2).
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
            // EACCES is what AppArmor answers, and does not mean that anybody holds the lock.
            guard [EWOULDBLOCK, EINTR].contains(errno) else { return .unavailable }
            let left = timeout - clock.elapsed
            guard left > .zero else { return .held }
            cplatform_reset_timer_slack()
            usleep(UInt32(max(.microseconds(1), min(left, pause)) / .microseconds(1)))
            pause = min(pause * 2, pauses.longest)
        }
        return .acquired
    }
}
