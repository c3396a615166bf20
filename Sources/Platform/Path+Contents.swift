extension Path {
    /// In bytes.
    package static let maxFileSize = 4096

    /// The contents of a regular file of at most 4 KiB. Does not wait for the other end of a FIFO or a device.
    ///
    /// - Parameter owner: the user to whom the file must belong; a symbolic link is an error then. Nil: the file may be
    ///   anybody's, and a link to it is followed.
    package func contents(owner: uid_t? = nil) throws(FileError) -> [UInt8] {
        let descriptor = try openToRead(followsLinks: owner == nil)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw lastFileError }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError("\(self) is a directory") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError("\(self) is not a regular file") }
        guard owner == nil || status.st_uid == owner else { throw FileError("\(self) belongs to another user") }
        // Reads to the end or the limit, whatever `st_size` is: some file systems say 0, and some return less than was
        // asked for.
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: Self.maxFileSize + 1)
        while contents.count <= Self.maxFileSize {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return contents }
            if count > 0 { contents += buffer[..<count] } else if errno != EINTR { throw lastFileError }
        }
        throw FileError("\(self) is larger than \(Self.maxFileSize / 1024) KiB")
    }

    /// Throws `missing` if nothing is there, but `unusable` if the path ends with a link to nothing. With
    /// `followsLinks`, a link to nothing before the end of the path is `unusable` too.
    private func openToRead(followsLinks: Bool) throws(FileError) -> Int32 {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
        var descriptor = open(cString, flags | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT || errno == ENOTDIR {
            if followsLinks, isBelowLinkToNothing { throw FileError("\(self): \(SystemError(code: ENOENT))") }
            throw FileError("\(self) does not exist", .missing)
        }
        if descriptor < 0, errno == ELOOP {
            guard followsLinks else { throw FileError("\(self) is a symbolic link") }
            descriptor = open(cString, flags)
        }
        guard descriptor >= 0 else { throw lastFileError }
        return descriptor
    }

    /// Whether the nearest ancestor that is there is a link to nothing.
    private var isBelowLinkToNothing: Bool {
        guard let parent else { return false }
        var status = stat()
        guard lstat(parent.cString, &status) == 0 else { return parent.isBelowLinkToNothing }
        return stat(parent.cString, &status) != 0
    }

    /// The error of the system call that has just failed.
    private var lastFileError: FileError {
        let error = SystemError.last
        var status = stat()
        // EACCES may also mean that the file is there, but not readable.
        let isOutOfReach = error.code == EACCES && lstat(cString, &status) != 0 && errno == EACCES
        return FileError("\(self): \(error)", isOutOfReach ? .outOfReach : .unusable)
    }
}
