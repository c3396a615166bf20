import Platform

/// Writes each text with one write(2), as far as the system takes it at once, so that rows of parallel runs do not mix.
struct StandardOutput {
    /// How long a row waits for another run that appends to the file.
    #if canImport(Darwin)
        // On macOS, the record lock that a row takes conflicts with flock(2): if a script holds a flock(2) lock on the
        // file while it runs btcq, the wait is in vain.
        private static let rowLockTimeout = Duration.milliseconds(100)
    #else
        private static let rowLockTimeout = Duration.seconds(1)
    #endif

    let descriptor: Int32
    /// Whether it was open when the program started. Otherwise the descriptor is that of a substitute or, if none could
    /// be opened, may later be given to a connection.
    let isOpen: Bool

    /// Appends a row, after `header` unless the output is a regular file that contains something. There, the row begins
    /// a new line if `header` is not nil and the last byte can be read. Other runs may append at the same time. An
    /// incomplete row is removed from a regular file, if this run has the lock and nobody has appended since.
    ///
    /// - Parameters:
    ///   - header: nil with `--header never`, and with `always`, where `row` has it.
    ///   - timeLeft: how long to wait for the lock, at most `rowLockTimeout`; then the row is written without it.
    func append(_ row: [UInt8], header: [UInt8]?, timeLeft: Duration) throws(SystemError) {
        guard regularFileSize != nil else { return try write((header ?? []) + row) }
        let lockTimeout = max(.zero, min(Self.rowLockTimeout, timeLeft))
        let isLocked = DescriptorLock.acquireRecordLock(descriptor, timeout: lockTimeout) == .acquired
        defer { DescriptorLock.releaseRecordLock(descriptor) }
        let size = regularFileSize ?? 0
        let start = header.map { size == 0 ? $0 : endOfUnfinishedLine(size) } ?? []
        try write(start + row) { if isLocked { removePartialRow($0) } }
    }

    /// A line end, if the output appends to a file whose last line has none. Nothing if the last byte cannot be read.
    private func endOfUnfinishedLine(_ size: off_t) -> [UInt8] {
        let appends = fcntl(descriptor, F_GETFL, 0) & O_APPEND != 0
        guard appends || lseek(descriptor, 0, SEEK_CUR) == size else { return [] }
        var last = UInt8(ascii: "\n")
        if pread(descriptor, &last, 1, size - 1) != 1 {
            // Usually the output is open for writing only, so the file is opened again; closing it would release the
            // lock. macOS refuses to open it, so there the line end is missing.
            _ = pread(open("/dev/fd/\(descriptor)", O_RDONLY | O_NONBLOCK | O_CLOEXEC), &last, 1, size - 1)
        }
        return last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
    }

    /// Nil if the output is not a regular file.
    private var regularFileSize: off_t? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_size
    }

    /// Writes with one write(2), and repeats it for what the system has not taken.
    ///
    /// - Parameter onFailure: called with the number of bytes written, before an error of write(2) is thrown.
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
            // On macOS poll(2) may not support terminals.
            usleep(1000)
        #else
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&request, 1, -1)
        #endif
    }

    /// Does nothing if another process has appended since; one that shares this offset goes unnoticed.
    private func removePartialRow(_ count: Int) {
        guard count > 0, let size = regularFileSize, lseek(descriptor, 0, SEEK_CUR) == size else { return }
        _ = ftruncate(descriptor, size - off_t(count))
    }
}
