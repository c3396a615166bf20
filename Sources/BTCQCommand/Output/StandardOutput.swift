import System

/// Writes each text with one write(2), so that the rows of parallel runs never mix.
struct StandardOutput: Output {
    let descriptor: Int32
    /// Whether it was open when the program started. Otherwise the descriptor is a substitute.
    let isOpen: Bool

    func write(
        _ text: [UInt8], header: [UInt8]?, when rule: RunOptions.Header, lockTimeout: Duration
    ) throws(OutputError) {
        guard isOpen else { throw .failed("\(SystemError(code: EBADF))") }
        guard let header else { return try writeAll(text) }
        switch rule {
        case .never: try writeAll(text)
        case .always: try writeAll(header + text)
        case .auto where regularFileSize == nil: try writeAll(text)
        case .auto:
            // Without the lock the row is written all the same.
            _ = DescriptorLock.acquireRecordLock(descriptor, timeout: lockTimeout)
            defer { DescriptorLock.releaseRecordLock(descriptor) }
            try writeAll(regularFileSize == 0 ? header + text : text)
        }
    }

    /// Nil for anything but a regular file.
    private var regularFileSize: off_t? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_size
    }

    private func writeAll(_ bytes: [UInt8]) throws(OutputError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            do throws(SystemError) {
                rest.removeFirst(try FileDescriptor.writeSome(rest, to: descriptor))
            } catch {
                switch error.code {
                case EAGAIN, EWOULDBLOCK: waitUntilWritable()
                case EPIPE: throw .readerGone
                default:
                    removePartialRow(bytes.count - rest.count)
                    throw .failed("\(error)")
                }
            }
        }
    }

    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
    }

    /// Truncates a file by the part of a row that was written before the disk was full, unless another process has appended
    /// to it since.
    private func removePartialRow(_ count: Int) {
        guard count > 0, let size = regularFileSize, lseek(descriptor, 0, SEEK_CUR) == size else { return }
        _ = ftruncate(descriptor, size - off_t(count))
    }
}
