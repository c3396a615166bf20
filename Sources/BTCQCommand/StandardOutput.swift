import BTCPriceComposer
import BTCPriceCore
import CRuntime

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file descriptor that gets each text as one write(2), so that rows of parallel runs never mix.
struct StandardOutput: Output {
    let descriptor: Int32
    /// False where it was closed when the program began: whatever it is now is not meant.
    let isOpen: Bool

    func write(
        _ text: [UInt8], header: [UInt8]?, when rule: Request.Header, patience: Duration
    ) throws(OutputError) {
        guard isOpen else { throw .failed(String(cString: strerror(EBADF))) }
        guard let header else { return try writeAll(text) }
        switch rule {
        case .never: try writeAll(text)
        case .always: try writeAll(header + text)
        case .auto where regularFileSize == nil: try writeAll(text)
        case .auto:
            // Where locks do not work, or somebody sits on one, the row matters more.
            _ = crt_lock(descriptor, crt_now() + patience.milliseconds * 1_000_000)
            defer { flock(descriptor, LOCK_UN) }
            try writeAll(regularFileSize == 0 ? header + text : text)
        }
    }

    private var regularFileSize: off_t? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_size
    }

    private func writeAll(_ bytes: [UInt8]) throws(OutputError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN, EWOULDBLOCK: waitUntilWritable()
            case EPIPE: throw .readerGone
            case let code:
                takeBack(written)
                throw .failed(String(cString: strerror(code)))
            }
        }
    }

    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
    }

    /// Cuts off the part of a row that went into a file before its disk was full, if nobody appended behind it.
    private func takeBack(_ count: Int) {
        guard count > 0, let size = regularFileSize, lseek(descriptor, 0, SEEK_CUR) == size else { return }
        _ = ftruncate(descriptor, size - off_t(count))
    }
}

/// `write(2)`: a method named `write` hides it.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
