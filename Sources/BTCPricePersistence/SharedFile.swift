import BTCPriceCore
import System

/// One small file that any number of processes read and replace. Anything else in its place is never followed or read.
///
/// There is no fsync, on purpose: after a power cut an older file, or none, is acceptable.
struct SharedFile: Sendable {
    /// Larger files are not read; ours are a tenth of this.
    static let maxSize = 4096

    private let directory: CacheDirectory
    private let path: Path
    private let lock: FileLock
    private let lockTimeout: @Sendable () -> Duration

    /// - Parameters:
    ///   - lockName: the file that writers lock.
    ///   - lockTimeout: how long to wait for another writer, evaluated at each update.
    init(
        _ name: String, lockName: String, in directory: CacheDirectory, lockTimeout: @escaping @Sendable () -> Duration
    ) {
        self.directory = directory
        path = directory.path.appending(name)
        lock = FileLock(path: directory.path.appending(lockName))
        self.lockTimeout = lockTimeout
    }

    /// The contents, or nil if there is no such file. Never blocks and follows no link; throws for anything but a regular
    /// file of this user's.
    func read() throws(PriceStoreError) -> [UInt8]? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            case ELOOP: throw PriceStoreError("\(path): it is a symbolic link")
            default: throw PriceStoreError(.last, path)
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw PriceStoreError(.last, path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw PriceStoreError("\(path): it is not a regular file") }
        guard status.st_uid == geteuid() else { throw PriceStoreError("\(path): it belongs to another user") }
        guard status.st_size <= Self.maxSize else { throw PriceStoreError("\(path): it is too large") }
        do throws(SystemError) {
            return try FileDescriptor.readAll(descriptor, atMost: Int(status.st_size))
        } catch {
            throw PriceStoreError(error, path)
        }
    }

    /// Replaces the contents with the result of `change`, or leaves them if it returns nil.
    ///
    /// If the lock is acquired, which `change` learns, reading and replacing are one step with respect to other writers.
    /// Otherwise the update proceeds without it. Contents that cannot be read are nil.
    func update(_ change: (_ current: [UInt8]?, _ isLocked: Bool) -> [UInt8]?) throws(PriceStoreError) {
        try directory.create()
        try lock.withLock(timeout: lockTimeout()) { result throws(PriceStoreError) in
            let isLocked = result == .acquired
            guard let contents = change((try? read()) ?? nil, isLocked) else { return }
            try replace(with: contents, isLocked: isLocked)
        }
    }

    /// Readers see the complete old file or the complete new one.
    private func replace(with contents: [UInt8], isLocked: Bool) throws(PriceStoreError) {
        if isLocked { OrphanedFiles(of: path, in: directory).remove() }
        let suffix = isLocked ? OrphanedFiles.suffix : "\(OrphanedFiles.suffix).\(getpid())"
        let temporary = Path(path.bytes + suffix.utf8)
        try write(contents, to: temporary)
        guard temporary.withCString({ old in path.withCString { new in rename(old, new) } }) != 0 else { return }
        let error = SystemError.last
        _ = temporary.withCString { unlink($0) }
        throw PriceStoreError(error, path)
    }

    private func write(_ contents: [UInt8], to temporary: Path) throws(PriceStoreError) {
        _ = temporary.withCString { unlink($0) }
        let descriptor = temporary.withCString {
            open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else {
            // What is in the place of the temporary file is named, because nothing else shows it to the user.
            throw PriceStoreError(.last, errno == EEXIST ? temporary : path)
        }
        do throws(SystemError) {
            try FileDescriptor.writeAllAndClose(contents, descriptor)
        } catch {
            _ = temporary.withCString { unlink($0) }
            throw PriceStoreError(error, path)
        }
    }
}
