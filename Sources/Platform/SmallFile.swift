/// A regular file of at most 4 KiB, read to its end.
package enum SmallFile {
    /// In bytes.
    package static let maxSize = 4096

    package enum Failure: Error, Equatable {
        case missing
        /// What is wrong with it, as a clause that follows its path, such as `is a directory`.
        case unusable(String)
        case system(SystemError)
    }

    /// Does not block, whatever is at the path.
    ///
    /// - Parameters:
    ///   - path: with a zero byte at its end.
    ///   - owner: the user whose file it must be; a symbolic link is then not followed. Nil: anybody's.
    package static func contents(of path: [CChar], owner: uid_t? = nil) throws(Failure) -> [UInt8] {
        let descriptor = try descriptor(of: path, followsLinks: owner == nil)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(.last) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .unusable("is a directory") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unusable("is not a regular file") }
        guard owner == nil || status.st_uid == owner else { throw .unusable("belongs to another user") }
        // The size that the file system reports is not used: some report 0, and some read less than was asked for.
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: maxSize + 1)
        while contents.count <= maxSize {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return contents }
            if count > 0 { contents += buffer[..<count] } else if errno != EINTR { throw .system(.last) }
        }
        throw .unusable("is larger than \(maxSize / 1024) KiB")
    }

    private static func descriptor(of path: [CChar], followsLinks: Bool) throws(Failure) -> Int32 {
        let flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
        var descriptor = open(path, flags | O_NOFOLLOW)
        if descriptor >= 0 { return descriptor }
        if errno == ENOENT || errno == ENOTDIR { throw .missing }
        guard errno == ELOOP else { throw .system(.last) }
        guard followsLinks else { throw .unusable("is a symbolic link") }
        descriptor = open(path, flags)
        guard descriptor >= 0 else { throw .system(.last) }
        return descriptor
    }
}
