import Platform

/// Writes each text with one write(2), so that the rows of parallel runs never mix.
struct StandardOutput {
    let descriptor: Int32
    /// Whether it was open when the program started. Otherwise the descriptor is a substitute.
    let isOpen: Bool

    /// Writes `text` with one write, preceded by `header` if the output is an empty regular file.
    ///
    /// - Parameters:
    ///   - header: empty if there is none.
    ///   - lockTimeout: how long to wait for another run that appends to the same file.
    func write(_ text: [UInt8], header: [UInt8], lockTimeout: Duration) throws(SystemError) {
        guard isOpen else { throw SystemError(code: EBADF) }
        guard !header.isEmpty, regularFileSize != nil else { return try writeAll(text) }
        // Without the lock the row is written all the same.
        _ = DescriptorLock.acquireRecordLock(descriptor, timeout: lockTimeout)
        defer { DescriptorLock.releaseRecordLock(descriptor) }
        try writeAll(regularFileSize == 0 ? header + text : text)
    }

    /// The size of a regular file; nil for anything else.
    private var regularFileSize: off_t? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_size
    }

    private func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                rest.removeFirst(try FileDescriptor.writeSome(rest, to: descriptor))
            } catch {
                guard [EAGAIN, EWOULDBLOCK].contains(error.code) else {
                    removePartialRow(bytes.count - rest.count)
                    throw error
                }
                waitUntilWritable()
            }
        }
    }

    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
    }

    /// Truncates a file by the part of a row that was written before the disk was full, unless another process has
    /// appended to it since.
    private func removePartialRow(_ count: Int) {
        guard count > 0, let size = regularFileSize, lseek(descriptor, 0, SEEK_CUR) == size else { return }
        _ = ftruncate(descriptor, size - off_t(count))
    }
}
