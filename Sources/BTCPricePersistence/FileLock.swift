import System

/// A lock file that processes share. It is never unlinked: otherwise two processes could hold the lock at once.
struct FileLock: Sendable {
    let path: Path

    /// Waits for the lock at most `timeout`, and holds it during `body`, which learns whether it was acquired.
    func withLock<Result, Failure: Error>(
        timeout: Duration, _ body: (LockResult) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let descriptor = path.withCString { open($0, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { return try body(.unsupported) }
        // Closing releases the lock: no other process has this open file description.
        defer { close(descriptor) }
        return try body(DescriptorLock.acquire(descriptor, timeout: timeout))
    }
}
