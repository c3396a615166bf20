import Platform

/// Writes each text with one write(2), as far as the system takes it at once, so that the rows of parallel runs do not mix.
struct StandardOutput {
    /// How long a row waits for another run that appends to the same file.
    private static let rowLockTimeout = Duration.seconds(1)

    let descriptor: Int32
    /// Whether standard output was open when the program started. Otherwise the descriptor is a substitute or, if none could be
    /// opened, may later become that of a connection.
    let isOpen: Bool

    /// Appends a row with one write, preceded by `header` unless the output is a regular file that contains something. Other
    /// runs may append to the same file. With the lock, an incomplete row is removed from it again.
    ///
    /// - Parameter timeLeft: until the deadline of the run. If the lock is not acquired by then, the row is written without it.
    func append(_ row: [UInt8], header: [UInt8], timeLeft: Duration) throws(SystemError) {
        guard regularFileSize != nil else { return try write(header + row) }
        let lockTimeout = max(.zero, min(Self.rowLockTimeout, timeLeft))
        let isLocked = DescriptorLock.acquireRecordLock(descriptor, timeout: lockTimeout) == .acquired
        defer { DescriptorLock.releaseRecordLock(descriptor) }
        try write(regularFileSize == 0 ? header + row : row) { if isLocked { removePartialRow($0) } }
    }

    /// The size of a regular file; nil for anything else.
    private var regularFileSize: off_t? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_size
    }

    /// Writes the bytes with one write, and what the system has not taken with further ones.
    ///
    /// - Parameter onFailure: called before an error of a write is thrown, with the number of bytes that were written.
    func write(_ bytes: [UInt8], onFailure: (Int) -> Void = { _ in }) throws(SystemError) {
        guard isOpen else { throw SystemError(code: EBADF) }
        var rest = bytes
        while !rest.isEmpty {
            do throws(SystemError) {
                rest.removeFirst(try FileDescriptor.writeSome(rest, to: descriptor))
            } catch {
                guard [EAGAIN, EWOULDBLOCK].contains(error.code) else {
                    onFailure(bytes.count - rest.count)
                    throw error
                }
                waitUntilWritable()
            }
        }
    }

    private func waitUntilWritable() {
        #if canImport(Darwin)
            // On macOS poll(2) does not support terminals.
            usleep(1000)
        #else
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&request, 1, -1)
        #endif
    }

    /// Truncates a file by what was written of a row and its header before the write failed, unless another process has
    /// appended to it since.
    private func removePartialRow(_ count: Int) {
        guard count > 0, let size = regularFileSize, lseek(descriptor, 0, SEEK_CUR) == size else { return }
        _ = ftruncate(descriptor, size - off_t(count))
    }
}
