import BTCPriceCore
import BTCPricePersistence
import Foundation
import Testing

extension Timestamp {
    /// `2025-10-27T19:56:39.123Z`
    static let now = Timestamp(milliseconds: 1_761_594_999_123)
}

extension PriceQuote {
    /// A quote with these digits.
    static func quote(
        _ digits: String, at timestamp: Timestamp = .now, in currency: Currency = .usd
    ) throws -> PriceQuote {
        PriceQuote(
            price: try #require(Price(digits.utf8)), currency: currency, pair: "BTC\(currency.code)",
            timestamp: timestamp, source: "binance")
    }
}

extension CacheDirectory {
    init(_ path: String) {
        self.init(Path(Array(path.utf8)))
    }
}

extension FilePriceStore {
    /// A store that waits for other writers as long as it takes, unless it is told otherwise.
    init(in folder: String, _ currency: Currency = .usd, lockTimeout: Duration = .seconds(60)) {
        self.init(folder: CacheDirectory(folder), currency: currency) { lockTimeout }
    }

    func insert(_ quote: PriceQuote) throws(PriceStoreError) {
        try insert(quote, unless: { _ in false })
    }
}

/// A file that others look at and change.
struct File {
    let path: String

    init(_ name: String, in folder: String) {
        path = "\(folder)/\(name)"
    }

    var exists: Bool { (try? attributes()) != nil }
    var mode: Int? { try? attributes()[.posixPermissions] as? Int }
    var text: String? { FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } }

    func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    func makeFolder() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Runs `body` while another open file holds flock(2)'s lock on this one.
    func whileLocked<Result>(_ body: () throws -> Result) throws -> Result {
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        defer { close(descriptor) }
        return try body()
    }

    /// Whether nobody holds that lock.
    var canBeLocked: Bool {
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    private func attributes() throws -> [FileAttributeKey: Any] {
        try FileManager.default.attributesOfItem(atPath: path)
    }
}

/// The names of what is in a folder; none where it cannot be read.
func contents(of folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
}
