package import BTCPriceCore
import Platform

/// The refresh stamp: a time in milliseconds since 1970, in a file for each configuration, which is locked meanwhile.
package final class FileRefreshStamp: RefreshStamp {
    /// The number of bytes to read: more than a time has.
    private static let maxSize = 20

    private let directory: CacheDirectory
    private let name: String
    /// The file since it was locked, or why it cannot be used. Closing it releases the lock.
    private var file = Result<(path: Path, descriptor: Int32), StoreError>.failure(.unusable("not locked"))

    /// The file is named `BTC-USD.1f.refresh`, with two digits of a hash: a run that cannot succeed, for example with a dead proxy,
    /// must not keep others from refreshing.
    ///
    /// - Parameter configuration: all that makes a refresh different from another.
    package init(directory: CacheDirectory, currency: Currency, configuration: [UInt8]) {
        self.directory = directory
        let hash = configuration.fnv1a
        let byte = stride(from: 0, to: 64, by: 8).reduce(0 as UInt8) { $0 ^ UInt8(truncatingIfNeeded: hash >> $1) }
        name = "BTC-\(currency.code).\(byte < 16 ? "0" : "")\(String(byte, radix: 16)).refresh"
    }

    package func lock() -> Bool {
        do throws(StoreError) {
            let path = try directory.create().appending(name)
            let descriptor = directory.openForLock(name)
            guard descriptor >= 0 else { throw path.lastError }
            guard DescriptorLock.acquire(descriptor, timeout: .zero) != .timedOut else {
                close(descriptor)
                return false
            }
            file = .success((path, descriptor))
        } catch {
            file = .failure(error)
        }
        return true
    }

    package func unlock() {
        if case .success(let file) = file { close(file.descriptor) }
        file = .failure(.unusable("not locked"))
    }

    package var time: Timestamp? { (try? file.get()).flatMap { Self.read($0.descriptor) } }

    package func store(_ time: Timestamp?) throws(StoreError) {
        let (path, descriptor) = try file.get()
        do throws(SystemError) {
            try Self.write(time, to: descriptor)
        } catch {
            throw path.error(error)
        }
    }

    private static func read(_ descriptor: Int32) -> Timestamp? {
        var bytes = [UInt8](repeating: 0, count: maxSize)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        return bytes[..<count].decimalInteger.map(Timestamp.init(milliseconds:))
    }

    /// A file that is cut short by a full disk or a kill contains an earlier time, or none.
    private static func write(_ time: Timestamp?, to descriptor: Int32) throws(SystemError) {
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw .last }
        try FileDescriptor.writeAll(Array((time.map { "\($0.milliseconds)" } ?? "").utf8), to: descriptor)
    }
}
