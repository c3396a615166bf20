/// Bytes, which need not be UTF-8.
package struct Path: Equatable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The bytes and a zero at their end, for system calls.
    package var cString: [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }

    package func appending(_ name: String) -> Path { Path(bytes + [UInt8(ascii: "/")] + name.utf8) }

    /// Nil for `/`, for what is directly in `/`, and for a path without a slash.
    package var parent: Path? {
        let slash = UInt8(ascii: "/")
        var bytes = bytes[...]
        while bytes.last == slash { bytes.removeLast() }
        guard let end = bytes.lastIndex(of: slash), end > 0 else { return nil }
        return Path(Array(bytes[..<end]))
    }
}

extension Path: CustomStringConvertible {
    /// For messages, which are escaped when they are printed: valid UTF-8, and not too long.
    package var description: String { TerminalText.limited(bytes) }
}

/// Why a file cannot be read.
package struct FileError: Error, Equatable {
    /// Such as `/c/f is a directory` or `/c/f: Permission denied`.
    package let text: String
    package var isMissing = false
}

extension Path {
    /// In bytes.
    package static let maxFileSize = 4096

    /// The contents of a regular file of at most 4 KiB. Does not block, whatever is there.
    ///
    /// - Parameter owner: whose file it must be; then no symbolic link is followed. Nil: anybody's.
    package func contents(owner: uid_t? = nil) throws(FileError) -> [UInt8] {
        let descriptor = try openToRead(followsLinks: owner == nil)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw lastFileError }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(text: "\(self) is a directory") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError(text: "\(self) is not a regular file") }
        guard owner == nil || status.st_uid == owner else { throw FileError(text: "\(self) belongs to another user") }
        // Until the end, whatever the size is said to be: some file systems say 0, and some read less than was asked for.
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: Self.maxFileSize + 1)
        while contents.count <= Self.maxFileSize {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return contents }
            if count > 0 { contents += buffer[..<count] } else if errno != EINTR { throw lastFileError }
        }
        throw FileError(text: "\(self) is larger than \(Self.maxFileSize / 1024) KiB")
    }

    /// A link to nothing is an error too, but does not count as missing.
    private func openToRead(followsLinks: Bool) throws(FileError) -> Int32 {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
        var descriptor = open(cString, flags | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT || errno == ENOTDIR {
            throw FileError(text: "\(self) is missing", isMissing: true)
        }
        if descriptor < 0, errno == ELOOP {
            guard followsLinks else { throw FileError(text: "\(self) is a symbolic link") }
            descriptor = open(cString, flags)
        }
        guard descriptor >= 0 else { throw lastFileError }
        return descriptor
    }

    /// The error of the system call that has just failed.
    private var lastFileError: FileError { FileError(text: "\(self): \(SystemError.last)") }
}
