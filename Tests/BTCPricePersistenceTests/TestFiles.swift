import BTCPricePersistence
import Foundation
import Platform
import SampleValues
import TestSupport
import Testing

@testable import BTCPriceCore

extension CacheDirectory {
    init(_ path: String) { self.init(Path(Array(path.utf8))) }
}

extension FilePriceStore {
    /// - Parameter lockTimeout: long enough for any other writer unless a test sets it.
    convenience init(in directory: String, _ currency: Currency = .usd, lockTimeout: Duration = .seconds(60)) {
        self.init(directory: CacheDirectory(directory), currency: currency) { lockTimeout }
    }
}

extension PriceStore {
    /// Stores a quote as a run does.
    func insert(_ quote: PriceQuote, now: Timestamp = .now) throws(StoreError) {
        try PersistLastValidPrice(store: self) { now }.execute(quote)
    }
}

extension StoreError {
    /// Whether it names this file, which cannot be used.
    func concerns(_ file: File) -> Bool {
        if case .unusable(let reason) = self { reason.hasPrefix(file.path) } else { false }
    }
}

extension RateLimit {
    static func entry(_ source: String = "kraken") -> RateLimit {
        RateLimit(Endpoint(sourceName: source, key: "0123456789"), from: .now, to: .now + .seconds(7))
    }
}

/// All that writes into the cache directory, with the name of the file that it locks.
enum Writer: String, CaseIterable {
    case quotes = "BTC-USD.5.lock"
    case rateLimits = "rate-limits.2.lock"
    case fetchLock = "BTC-USD.binance.lock"
    case refreshStamp = "BTC-USD.1f.refresh"

    func write(in directory: CacheDirectory) throws {
        switch self {
        case .quotes: try FilePriceStore(directory: directory, currency: .usd) { .seconds(60) }.insert(.sample("7"))
        case .rateLimits:
            try FileRateLimitStore(directory: directory) { .seconds(60) }.update { $0 = RateLimitTable([.entry()]) }
        case .fetchLock:
            _ = FileFetchLock(directory: directory, currency: .usd, primary: "binance", clock: MonotonicClock())
                .acquire(deadline: .seconds(60))
        case .refreshStamp:
            let stamp = FileRefreshStamp(directory: directory, currency: .usd, configurationHash: "1f")
            try stamp.lockInTime()
            defer { stamp.unlock() }
            try stamp.store(.now)
        }
    }
}

/// A file that the test reads and changes itself.
struct File {
    let path: String

    init(_ name: String, in directory: String) { path = "\(directory)/\(name)" }

    private var attributes: [FileAttributeKey: Any]? { try? FileManager.default.attributesOfItem(atPath: path) }
    var exists: Bool { attributes != nil }
    var mode: Int? { attributes?[.posixPermissions] as? Int }
    var owner: uid_t? { (attributes?[.ownerAccountID] as? NSNumber)?.uint32Value }
    var text: String? { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }

    func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }

    func makeDirectory() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func makeLink(to target: File) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target.path)
    }

    /// Sets the modification time, of a symbolic link itself.
    func setModified(_ time: Timestamp) {
        let time = timespec(tv_sec: Int(time.seconds), tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, path, [time, time], AT_SYMLINK_NOFOLLOW) == 0)
    }

    /// Runs `body` while another open file description holds the flock(2) lock on this file.
    func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = try acquireLock(path)
        defer { close(descriptor) }
        return try body()
    }

    var isLocked: Bool {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
}

extension TemporaryDirectory {
    func file(_ name: String) -> File { File(name, in: path) }

    /// The names of its entries.
    var names: [String] { contents(of: path) }
}

/// The names of the entries of a directory; none if it cannot be read.
func contents(of directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory).sorted()) ?? []
}

extension FileRefreshStamp {
    /// Takes the lock. A program that another test starts has all descriptors, and so the lock, until execve(2).
    func lockInTime() throws { try #require((0..<4000).contains { _ in lock() || usleep(5000) != 0 }) }
}
