import BTCPriceCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Reading and replacing one small file of our own, whatever somebody put in its place.
struct RegularFile {
    /// The most that is read: ours are a tenth of this.
    static let largest = 4096

    /// The folder it is in, without a slash at the end.
    let folder: String
    let name: String

    var path: String { "\(folder)/\(name)" }

    /// The contents; nil where there is no such file. Never waits, never follows a link, and takes only a regular
    /// file of this user's.
    func read() throws(PriceStoreError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            case ELOOP: throw PriceStoreError("it is a symbolic link")
            case let code: throw PriceStoreError(errno: code)
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw PriceStoreError(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw PriceStoreError("it is not a regular file") }
        guard status.st_uid == geteuid() else { throw PriceStoreError("it belongs to another user") }
        guard status.st_size <= Self.largest else { throw PriceStoreError("it is too large") }
        return try readAll(descriptor, Int(status.st_size))
    }

    /// Puts `contents` in its place, whole, 0600: readers see the old file or the new one.
    ///
    /// - Parameter isAlone: whether no other writer can be at work, so that a temporary file left by a killed one
    ///   may be taken over.
    func replace(with contents: [UInt8], isAlone: Bool) throws(PriceStoreError) {
        let temporary = isAlone ? "\(path).new" : "\(path).new.\(getpid())"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PriceStoreError(errno: errno) }
        let written = contents.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let code = written < 0 ? errno : ENOSPC
        guard close(descriptor) == 0, written == contents.count else {
            unlink(temporary)
            throw PriceStoreError(errno: code)
        }
        if rename(temporary, path) != 0 {
            guard errno == EISDIR, moveFolderAway(), rename(temporary, path) == 0 else {
                let code = errno
                unlink(temporary)
                throw PriceStoreError(errno: code)
            }
        }
    }

    /// A folder in the file's place goes, or steps aside with all it holds.
    private func moveFolderAway() -> Bool {
        rmdir(path) == 0 || rename(path, "\(path).moved") == 0
    }

    private func readAll(_ descriptor: Int32, _ size: Int) throws(PriceStoreError) -> [UInt8] {
        var contents = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < contents.count {
            let size = contents.withUnsafeMutableBytes { buffer in
                Self.retrying { systemRead(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count) }
            }
            guard size >= 0 else { throw PriceStoreError(errno: errno) }
            if size == 0 { break }
            count += size
        }
        return Array(contents.prefix(count))
    }

    private static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

/// `read(2)`: a method named `read` hides it.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
