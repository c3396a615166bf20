import System

/// A lock file that processes share. It is never unlinked: otherwise two processes could hold the lock at once.
struct FileLock: Sendable {
    let path: Path

    /// Waits for the lock at most `timeout`, and holds it during `body`, which learns whether it was acquired.
    ///
    /// - Parameters:
    ///   - creating: whether to create the file; without a file, the lock is unsupported.
    ///   - giveUpIf: evaluated whenever another process holds the lock.
    func withLock<Result, Failure: Error>(
        timeout: Duration, creating: Bool = true, giveUpIf: (Int32) -> Bool = { _ in false },
        _ body: (LockResult, _ descriptor: Int32) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creating ? O_CREAT : 0)
        let descriptor = path.withCString { open($0, flags, 0o600) }
        guard descriptor >= 0 else { return try body(.unsupported, descriptor) }
        // Closing releases the lock: no other process has this open file description.
        defer { close(descriptor) }
        return try body(DescriptorLock.acquire(descriptor, timeout: timeout, giveUpIf: giveUpIf), descriptor)
    }
}
