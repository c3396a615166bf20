import BTCPriceCore
import System

/// One small file that any number of processes read and replace. Anything else in its place is never followed or read.
///
/// There is no fsync, on purpose: after a power cut an older file, or none, is acceptable.
struct SharedFile: Sendable {
    /// Larger files are neither read nor written.
    static let maxSize = 4096
    /// Between the name of the file and the random characters of a temporary one.
    static let temporarySuffix = ".new."

    let path: Path
    private let directory: CacheDirectory
    private let lock: FileLock
    private let lockTimeout: @Sendable () -> Duration

    /// - Parameters:
    ///   - name: without `.json`; the lock file is called `NAME.lock`.
    ///   - lockTimeout: how long to wait for another writer, evaluated at each update.
    init(_ name: String, in directory: CacheDirectory, lockTimeout: @escaping @Sendable () -> Duration) {
        self.directory = directory
        path = directory.path.appending("\(name).json")
        lock = FileLock(path: directory.path.appending("\(name).lock"))
        self.lockTimeout = lockTimeout
    }

    /// The text of a file that contains as many of these JSON objects as fit, the first ones.
    ///
    /// - Parameter beginning: up to the bracket of the array.
    static func contents(_ beginning: String, _ objects: [String]) -> [UInt8] {
        let end = "]}\n"
        var size = beginning.utf8.count + end.utf8.count
        let fitting = objects.prefix { object in
            size += object.utf8.count + 1
            return size <= maxSize
        }
        return Array((beginning + fitting.joined(separator: ",") + end).utf8)
    }

    /// The contents, or nil if there is no such file. Never blocks and follows no link; throws for anything but a regular
    /// file of this user's.
    func read() throws(StoreError) -> [UInt8]? {
        let descriptor = path.withCString { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            case ELOOP: throw unusable(.symbolicLink)
            default: throw StoreError(.last, path)
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StoreError(.last, path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw unusable(.notARegularFile) }
        guard status.st_uid == geteuid() else { throw unusable(.ofAnotherUser) }
        guard status.st_size <= Self.maxSize else { throw unusable(.tooLarge) }
        return try Result { () throws(SystemError) in
            try FileDescriptor.readAll(descriptor, atMost: Int(status.st_size))
        }.mapError { StoreError($0, path) }.get()
    }

    /// Replaces the contents with those that `change` returns, or leaves them if there are none. Contents that cannot be
    /// read are nil.
    ///
    /// Under the lock, reading and replacing are one step with respect to other writers. If it cannot be acquired, the
    /// update proceeds without it.
    func update<Result>(
        _ change: (_ current: [UInt8]?) -> (contents: [UInt8]?, result: Result)
    ) throws(StoreError) -> Result {
        try directory.create()
        return try lock.withLock(timeout: lockTimeout()) { _, _ throws(StoreError) in
            let (contents, result) = change((try? read()) ?? nil)
            if let contents { try replace(with: contents) }
            return result
        }
    }

    /// Readers see the complete old file or the complete new one.
    private func replace(with contents: [UInt8]) throws(StoreError) {
        OrphanedFiles(of: path, in: directory).remove()
        let temporary = try write(contents)
        guard temporary.withCString({ old in path.withCString { new in rename(old, new) } }) != 0 else { return }
        let error = SystemError.last
        _ = temporary.withCString { unlink($0) }
        throw StoreError(error, path)
    }

    /// Writes a temporary file with mode 0600 and a random name, and returns its path.
    private func write(_ contents: [UInt8]) throws(StoreError) -> Path {
        var name = (path.bytes + "\(Self.temporarySuffix)XXXXXX".utf8).map(CChar.init(bitPattern:)) + [0]
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw StoreError(.last, path) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let temporary = Path(name.dropLast().map(UInt8.init(bitPattern:)))
        do throws(SystemError) {
            try FileDescriptor.writeAllAndClose(contents, descriptor)
        } catch {
            _ = temporary.withCString { unlink($0) }
            throw StoreError(error, path)
        }
        return temporary
    }

    private func unusable(_ reason: StoreError.Reason) -> StoreError { .unusable(path: "\(path)", reason) }
}
