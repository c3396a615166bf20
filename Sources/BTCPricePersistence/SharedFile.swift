import BTCPriceCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One small file of our own that any number of processes read and replace, whatever somebody puts in its place.
///
/// No fsync, on purpose: after a power cut an older file, or none, is good enough.
struct SharedFile: Sendable {
    /// The most that is read: ours are a tenth of this.
    static let maxSize = 4096

    private let folder: CacheFolder
    private let path: Path
    private let lock: FileLock
    private let patience: @Sendable () -> Duration

    /// - Parameters:
    ///   - name: of the file.
    ///   - lockName: of the file that its writers take turns on.
    ///   - patience: how long another writer may be waited for, asked each time; after that it is gone without.
    init(_ name: String, lockName: String, in folder: CacheFolder, patience: @escaping @Sendable () -> Duration) {
        self.folder = folder
        path = folder.path.appending(name)
        lock = FileLock(path: folder.path.appending(lockName))
        self.patience = patience
    }

    /// The contents; nil where there is no such file. Never waits, never follows a link, and takes only a regular
    /// file of this user's.
    func read() throws(PriceStoreError) -> [UInt8]? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            case ELOOP: throw PriceStoreError("\(path): it is a symbolic link")
            case let code: throw PriceStoreError(errno: code, path)
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw PriceStoreError(errno: errno, path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw PriceStoreError("\(path): it is not a regular file") }
        guard status.st_uid == geteuid() else { throw PriceStoreError("\(path): it belongs to another user") }
        guard status.st_size <= Self.maxSize else { throw PriceStoreError("\(path): it is too large") }
        return try readAll(descriptor, Int(status.st_size))
    }

    /// Replaces the contents by what `change` makes of them, or leaves them where it returns nil.
    ///
    /// Looking and replacing are one step while `isAlone`, which `change` is told: another writer comes before it or
    /// after it. Where the lock is not had it is gone without. Contents that cannot be read are nil.
    func update(_ change: (_ current: [UInt8]?, _ isAlone: Bool) -> [UInt8]?) throws(PriceStoreError) {
        let problem = folder.make()
        do throws(PriceStoreError) {
            try lock.withLock(patience: patience()) { attempt throws(PriceStoreError) in
                let isAlone = attempt == .held
                guard let contents = change((try? read()) ?? nil, isAlone) else { return }
                try replace(with: contents, isAlone: isAlone)
            }
        } catch {
            throw problem ?? error
        }
    }

    /// Readers see the old file or the new one, whole, 0600.
    private func replace(with contents: [UInt8], isAlone: Bool) throws(PriceStoreError) {
        if isAlone { Leftovers(of: path, in: folder).remove() }
        let suffix = isAlone ? Leftovers.suffix : "\(Leftovers.suffix).\(getpid())"
        let temporary = Path(path.bytes + suffix.utf8)
        try write(contents, to: temporary)
        guard temporary.withCString({ old in path.withCString { new in rename(old, new) } }) != 0 else { return }
        let code = errno
        _ = temporary.withCString { unlink($0) }
        throw PriceStoreError(errno: code, path)
    }

    private func write(_ contents: [UInt8], to temporary: Path) throws(PriceStoreError) {
        _ = temporary.withCString { unlink($0) }
        let descriptor = temporary.withCString {
            open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        // What somebody has put in the place of the temporary file is named; it is in the way of nothing else.
        guard descriptor >= 0 else { throw PriceStoreError(errno: errno, errno == EEXIST ? temporary : path) }
        let problem = writeAll(contents, to: descriptor)
        guard close(descriptor) == 0, problem == nil else {
            let code = problem ?? errno
            _ = temporary.withCString { unlink($0) }
            throw PriceStoreError(errno: code, path)
        }
    }

    /// The error's number; nil where all went well.
    private func writeAll(_ contents: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = contents[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { rest.removeFirst(count) } else if errno != EINTR { return errno }
        }
        return nil
    }

    private func readAll(_ descriptor: Int32, _ size: Int) throws(PriceStoreError) -> [UInt8] {
        var contents = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < contents.count {
            let size = contents.withUnsafeMutableBytes { buffer in
                systemRead(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if size < 0, errno == EINTR { continue }
            guard size >= 0 else { throw PriceStoreError(errno: errno, path) }
            if size == 0 { break }
            count += size
        }
        return Array(contents[..<count])
    }
}

/// `read(2)`: a method named `read` hides it.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

/// `write(2)`: a method named `write` hides it.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
