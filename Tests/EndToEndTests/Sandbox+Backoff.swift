import Foundation

extension Sandbox {
    /// The reasons as the back-off file names them.
    enum BackoffReason: String, CaseIterable {
        case rateLimited = "limited"
        case blocked = "refused"
        case failed
    }

    static let backoffFileName = "sources.json"
    static let backoffLockName = "sources.lock"

    var backoffFile: String { "\(cacheDirectory)/\(Self.backoffFileName)" }

    /// The end of each source's back-off, by reason; empty if there is no such file.
    var backoff: [String: [BackoffReason: Date]] {
        let data = FileManager.default.contents(atPath: backoffFile) ?? Data()
        let entries = (try? JSONSerialization.jsonObject(with: data)) as? [String: [String: String]] ?? [:]
        return entries.mapValues { entry in
            let ends = [(entry["why"].flatMap(BackoffReason.init), entry["until"]), (.failed, entry["failed"])]
            let dates = ends.compactMap { reason, text -> (BackoffReason, Date)? in
                guard let reason, let end = text.flatMap({ try? Date($0, strategy: Self.dates) }) else { return nil }
                return (reason, end)
            }
            return Dictionary(dates) { first, _ in first }
        }
    }

    /// How many seconds a source's back-off for this reason still lasts; nil if there is none.
    func remaining(_ source: String, _ reason: BackoffReason) -> Double? {
        backoff[source]?[reason]?.timeIntervalSinceNow
    }

    /// Writes the back-off of one source, in place of all others.
    func setBackoff(_ source: String, _ reason: BackoffReason, for seconds: Double) throws {
        try setBackoff([source: [reason: Date(timeIntervalSinceNow: seconds)]])
    }

    /// Writes anything to the back-off file.
    func setBackoff(raw: String) throws {
        try makeCacheDirectory()
        try Data(raw.utf8).write(to: URL(filePath: backoffFile))
    }

    /// Moves the end of every back-off into the past.
    func expireBackoff() throws {
        let past = Date(timeIntervalSinceNow: -86_400)
        try setBackoff(backoff.mapValues { $0.mapValues { _ in past } })
    }

    private func setBackoff(_ backoff: [String: [BackoffReason: Date]]) throws {
        let entries = backoff.compactMapValues { ends -> [String: String]? in
            guard let reason = BackoffReason.allCases.first(where: { ends[$0] != nil }) else { return nil }
            var entry = ["why": reason.rawValue, "until": ends[reason]?.formatted(Self.dates) ?? ""]
            // A source that is blocked can have failed as well.
            if reason == .blocked { entry["failed"] = ends[.failed]?.formatted(Self.dates) }
            return entry
        }
        try setBackoff(raw: String(decoding: JSONSerialization.data(withJSONObject: entries), as: UTF8.self))
    }

    private static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}
