package import BTCPriceCore
import Platform

/// A file with a time in milliseconds since 1970. `lock` locks this file.
package final class FileRefreshStamp: RefreshStamp {
    /// In bytes; a time has fewer digits.
    private static let maxSize = 20

    private let directory: CacheDirectory
    private let name: String
    /// Closing it releases the lock; -1 if no file is open.
    private var descriptor: Int32 = -1

    /// Each configuration has its own stamp, `BTC-USD.1f.refresh`: a run that cannot succeed, with a dead proxy for
    /// example, must not keep others from refreshing.
    ///
    /// - Parameter configurationHash: `1f` here; not always unique.
    package init(directory: CacheDirectory, currency: Currency, configurationHash: String) {
        self.directory = directory
        name = "BTC-\(currency.code).\(configurationHash).refresh"
    }

    package func lock() -> Bool {
        _ = try? directory.prepareForWriting()
        descriptor = directory.openForLock(name)
        let isHeldByAnother = DescriptorLock.acquire(descriptor, timeout: .zero) == .held
        if isHeldByAnother { unlock() }
        return !isHeldByAnother
    }

    package func unlock() {
        close(descriptor)
        descriptor = -1
    }

    package var time: Timestamp? {
        var bytes = [UInt8](repeating: 0, count: Self.maxSize)
        let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
        return bytes[..<count].decimalInteger.map(Timestamp.init(milliseconds:))
    }

    package func store(_ time: Timestamp?) throws(StoreError) {
        let path = try directory.prepareForWriting().appending(name)
        if descriptor < 0 { descriptor = directory.openForLock(name) }
        guard descriptor >= 0 else { throw path.lastError }
        // If a full disk or a kill cuts this short, the file has no digits, or the first ones, which mean a time long
        // ago: either way a refresh is due.
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw path.lastError }
        do throws(SystemError) {
            try FileDescriptor.writeAll(Array((time.map { "\($0.milliseconds)" } ?? "").utf8), to: descriptor)
        } catch {
            throw path.error(error)
        }
    }
}
