#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A lock that writers take turns on. Its file is never unlinked: that would let two in.
struct FileLock {
    let path: String
    /// How long to try; a stopped holder must not stop everybody.
    let patience: Duration

    /// Runs `body`, telling it whether it holds the lock: where locks do not work, or in time, it goes on without.
    func withLock<Result, Failure: Error>(_ body: (_ isHeld: Bool) throws(Failure) -> Result) throws(Failure) -> Result
    {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return try body(false) }
        // Closing unlocks: no other process has this open file.
        defer { close(descriptor) }
        return try body(acquire(descriptor))
    }

    private func acquire(_ descriptor: Int32) -> Bool {
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else { return false }
            usleep(500)
        }
        return true
    }
}
