import BTCPriceComposer

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// When a header is due.
typealias HeaderRule = Request.Header

/// A file descriptor that gets each text as one write(2), so that rows of parallel runs never mix.
struct StandardOutput: Output {
    /// How long another run may hold the file before a row is written without a look at its header.
    private static let patience = Duration.seconds(1)

    let descriptor: Int32

    func write(_ text: [UInt8], header: [UInt8]?, when rule: HeaderRule) throws(OutputError) {
        guard let header else { return try writeAll(text) }
        switch rule {
        case .never: try writeAll(text)
        case .always: try writeAll(header + text)
        case .auto where regularFileSize == nil: try writeAll(text)
        case .auto:
            lock()
            defer { flock(descriptor, LOCK_UN) }
            try writeAll(regularFileSize == 0 ? header + text : text)
        }
    }

    private var regularFileSize: off_t? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return status.st_size
    }

    /// Tries for a while: where locks do not work, or somebody sits on one, the row matters more.
    private func lock() {
        let end = ContinuousClock.now + Self.patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, ContinuousClock.now < end else { return }
            usleep(500)
        }
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
