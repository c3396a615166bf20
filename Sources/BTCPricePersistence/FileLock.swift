import CRuntime

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A lock that processes take turns on. Its file is never unlinked: that would let two in.
struct FileLock: Sendable {
    /// What came of an attempt to get it.
    enum Attempt: Equatable {
        case held
        /// Another had it all the time.
        case taken
        /// Locks do not work there.
        case unavailable
    }

    let path: Path

    /// Runs `body`, telling it what came of the attempt, which ends after `patience`. The lock is let go behind it.
    func withLock<Result, Failure: Error>(
        patience: Duration, _ body: (Attempt) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { return try body(.unavailable) }
        // Closing unlocks: no other process has this open file.
        defer { close(descriptor) }
        switch crt_lock(descriptor, crt_now() + patience.milliseconds * 1_000_000) {
        case 0: return try body(.held)
        case EWOULDBLOCK: return try body(.taken)
        default: return try body(.unavailable)
        }
    }
}
