public import BTCPriceCore
import BTCPriceJSON

/// `sources.json`: why each source is to be left alone, and until when, as
/// `{"kraken":{"until":"2025-10-27T19:57:39.123Z","why":"limited"}}`.
///
/// Where a source has refused us and failed as well, `"failed"` says until when the second holds.
public struct FileSourceMemory: SourceMemory {
    /// More sources than there are exchanges; a file with more is not ours.
    private static let maxCount = 32

    private let file: SharedFile

    /// The memory in `folder`.
    ///
    /// - Parameter patience: how long another writer may be waited for, asked each time.
    public init(folder: CacheFolder, patience: @escaping @Sendable () -> Duration) {
        file = SharedFile("sources.json", lockName: "sources.lock", in: folder, patience: patience)
    }

    /// What the file says; nothing where it is not ours or not whole.
    public func records() -> [String: SourceRecord] {
        Self.records(in: (try? file.read()) ?? nil)
    }

    /// Writes only where that changes anything.
    public func update(_ change: (inout [String: SourceRecord]) -> Void) {
        let known = records()
        var changed = known
        change(&changed)
        guard changed != known else { return }
        try? file.update { current, _ in
            var records = Self.records(in: current)
            change(&records)
            return Self.bytes(of: records)
        }
    }

    private static func records(in bytes: [UInt8]?) -> [String: SourceRecord] {
        guard let bytes, let members = (try? JSONValue(parsing: bytes))?.object, members.count <= maxCount else {
            return [:]
        }
        var records: [String: SourceRecord] = [:]
        for member in members {
            guard let source = QuoteRecord.sourceName(member.key), let record = record(member.value) else { continue }
            records[source] = record
        }
        return records
    }

    private static func record(_ value: JSONValue) -> SourceRecord? {
        guard let reason = SourceRecord.Reason.allCases.first(where: { value["why"]?.isString($0.rawValue) == true }),
            let until = value["until"]?.string.flatMap(QuoteRecord.timestamp)
        else { return nil }
        var ends = [reason: until]
        if reason == .refused, let failed = value["failed"]?.string.flatMap(QuoteRecord.timestamp) {
            ends[.failed] = failed
        }
        return SourceRecord(ends)
    }

    private static func bytes(of records: [String: SourceRecord]) -> [UInt8] {
        let members = records.sorted { $0.key < $1.key }.compactMap { name, record in
            member(record).map { "\"\(name)\":{\($0)}" }
        }
        return Array("{\(members.joined(separator: ","))}\n".utf8)
    }

    private static func member(_ record: SourceRecord) -> String? {
        guard let reason = SourceRecord.Reason.allCases.first(where: { record.end(of: $0) != nil }),
            let until = record.end(of: reason)
        else { return nil }
        let failed = reason == .refused ? record.end(of: .failed) : nil
        return "\"until\":\"\(until.iso8601Milliseconds)\",\"why\":\"\(reason.rawValue)\""
            + (failed.map { ",\"failed\":\"\($0.iso8601Milliseconds)\"" } ?? "")
    }
}
