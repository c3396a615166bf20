public import BTCPriceCore
import BTCPriceJSON

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `sources.json`: until when each source wants to be left alone, as `{"kraken":"2025-10-27T19:57:39.123Z"}`.
public struct FileSourceLimits: SourceLimits {
    /// More sources than there are exchanges; a file with more is not ours.
    private static let most = 32

    private let file: RegularFile
    private let lock: FileLock

    /// The memory in `folder`, which need not exist.
    ///
    /// - Parameter patience: how long to wait for another writer. Short: a race stands still meanwhile.
    public init(folder: String, patience: Duration = .milliseconds(15)) {
        file = RegularFile(folder: folder, name: "sources.json")
        lock = FileLock(path: "\(folder)/sources.lock", patience: patience)
    }

    /// Until when the file says; nil where it does not, or is not to be trusted.
    public func limit(on source: String) -> Date? {
        limits()[source]
    }

    /// Adds the limit to what the file says.
    public func setLimit(on source: String, until date: Date) {
        _ = Folder.make(file.folder)
        lock.withLock { isHeld in
            var limits = limits()
            limits[source] = date
            let members = limits.sorted { $0.key < $1.key }.map { name, date in
                "\"\(name)\":\"\(ISO8601.milliseconds(of: date))\""
            }
            let bytes = Array("{\(members.joined(separator: ","))}\n".utf8)
            // Not remembering is no error: the source will say it again.
            try? file.replace(with: bytes, isAlone: isHeld)
        }
    }

    /// What the file says; nothing where it is not ours or not whole.
    private func limits() -> [String: Date] {
        guard let bytes = (try? file.read()) ?? nil, let members = (try? JSONValue(parsing: bytes))?.object,
            members.count <= Self.most
        else { return [:] }
        return members.filter { QuoteRecord.isSourceName($0.key) }
            .compactMapValues { $0.string.flatMap(ISO8601.date(fromMilliseconds:)) }
    }
}
