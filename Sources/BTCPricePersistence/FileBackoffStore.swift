package import BTCPriceCore
import BTCPriceJSON

/// The back-off of all sources in `sources.json`:
/// `{"kraken":{"until":"2025-10-27T19:57:39.123Z","why":"limited"}}`.
///
/// For a source that is blocked and has failed as well, `"failed"` is the end of the failure's back-off.
package struct FileBackoffStore: BackoffStore {
    /// More than there are sources; a file with more entries was not written by this program.
    private static let maxCount = 32

    private let file: SharedFile

    /// - Parameter lockTimeout: how long to wait for another writer, evaluated at each write.
    package init(directory: CacheDirectory, lockTimeout: @escaping @Sendable () -> Duration) {
        file = SharedFile("sources.json", lockName: "sources.lock", in: directory, lockTimeout: lockTimeout)
    }

    package func entries() -> [String: SourceBackoff] {
        Self.entries(in: (try? file.read()) ?? nil)
    }

    /// Writes the file only if the entries change.
    package func update(_ change: (inout [String: SourceBackoff]) -> Void) {
        let stored = entries()
        var changed = stored
        change(&changed)
        guard changed != stored else { return }
        try? file.update { current, _ in
            var entries = Self.entries(in: current)
            change(&entries)
            return Self.bytes(of: entries)
        }
    }

    private static func entries(in bytes: [UInt8]?) -> [String: SourceBackoff] {
        guard let bytes, let members = (try? JSONValue(parsing: bytes))?.object, members.count <= maxCount else {
            return [:]
        }
        var entries: [String: SourceBackoff] = [:]
        for member in members {
            guard let source = QuoteCodec.sourceName(member.key), let entry = entry(member.value) else { continue }
            entries[source] = entry
        }
        return entries
    }

    private static func entry(_ value: JSONValue) -> SourceBackoff? {
        guard let reason = BackoffReason.allCases.first(where: { value["why"]?.isString($0.rawValue) == true }),
            let until = value["until"]?.string.flatMap(QuoteCodec.timestamp)
        else { return nil }
        var ends = [reason: until]
        if reason == .blocked, let failed = value["failed"]?.string.flatMap(QuoteCodec.timestamp) {
            ends[.failed] = failed
        }
        return SourceBackoff(ends)
    }

    private static func bytes(of entries: [String: SourceBackoff]) -> [UInt8] {
        let members = entries.sorted { $0.key < $1.key }.compactMap { name, entry in
            member(entry).map { "\"\(name)\":{\($0)}" }
        }
        return Array("{\(members.joined(separator: ","))}\n".utf8)
    }

    private static func member(_ entry: SourceBackoff) -> String? {
        guard let reason = BackoffReason.allCases.first(where: { entry.end(of: $0) != nil }),
            let until = entry.end(of: reason)
        else { return nil }
        let failed = reason == .blocked ? entry.end(of: .failed) : nil
        return "\"until\":\"\(until.iso8601Milliseconds)\",\"why\":\"\(reason.rawValue)\""
            + (failed.map { ",\"failed\":\"\($0.iso8601Milliseconds)\"" } ?? "")
    }
}
