import Foundation

extension Sandbox {
    /// An entry of the back-off file. No other type in these tests knows the format of that file.
    struct BackoffEntry: Codable, Equatable {
        enum Reason: String, Codable, CaseIterable {
            case rateLimited = "rate-limited"
            case blocked, failed, refreshing
        }

        var reason: Reason
        var source: String
        /// The hash of the base URL.
        var url: String
        /// Empty for all currencies.
        var currency: String
        /// These times and `allowed` are in milliseconds.
        var begin: Int64
        var end: Int64
        var allowed: Int64 = 0
    }

    private struct BackoffFile: Codable {
        var version = 2
        var entries: [BackoffEntry]
    }

    typealias BackoffReason = BackoffEntry.Reason

    static let backoffFileName = "backoff.json"
    static let backoffLockName = "backoff.lock"

    var backoffFile: String { "\(cacheDirectory)/\(Self.backoffFileName)" }

    /// All entries; empty if there is no such file.
    var backoffEntries: [BackoffEntry] {
        let file = try? JSONDecoder().decode(BackoffFile.self, from: Data(contents(backoffFile).utf8))
        return file.flatMap { $0.version == 2 ? $0.entries : nil } ?? []
    }

    /// The end of each source's back-off, by reason; empty if there is no such file.
    var backoff: [String: [BackoffReason: Date]] {
        Dictionary(grouping: backoffEntries, by: \.source).mapValues { entries in
            Dictionary(entries.map { ($0.reason, Self.date($0.end)) }) { max($0, $1) }
        }
    }

    /// How many seconds a source's back-off for this reason still lasts; nil if there is none.
    func remaining(_ source: String, _ reason: BackoffReason) -> Double? {
        backoff[source]?[reason]?.timeIntervalSinceNow
    }

    /// Writes one entry, about the source's present base URL, in place of all others.
    ///
    /// - Parameters:
    ///   - seconds: in how many seconds it ends.
    ///   - allowed: the milliseconds that the fetch which failed was allowed.
    func setBackoff(
        _ source: String, _ reason: BackoffReason, for seconds: Double, allowed: Int64 = 5000
    ) throws {
        let isAboutACurrency = [.failed, .refreshing].contains(reason)
        let entry = BackoffEntry(
            reason: reason, source: source, url: Self.hash(environment["BTCQ_\(source.uppercased())_URL"] ?? ""),
            currency: isAboutACurrency ? "USD" : "", begin: Self.milliseconds(min(0, seconds - 1)),
            end: Self.milliseconds(seconds), allowed: reason == .failed ? allowed : 0)
        try setBackoff([entry])
    }

    /// Writes these entries, in place of all others.
    private func setBackoff(_ entries: [BackoffEntry]) throws {
        try makeCacheDirectory()
        try JSONEncoder().encode(BackoffFile(entries: entries)).write(to: URL(filePath: backoffFile))
    }

    /// Moves every entry a day into the past.
    func expireBackoff() throws {
        try setBackoff(
            backoffEntries.map { entry in
                var entry = entry
                entry.begin -= 86_400_000
                entry.end -= 86_400_000
                return entry
            })
    }

    /// FNV-1a with 64 bits.
    private static func hash(_ baseURL: String) -> String {
        "\(baseURL.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })"
    }

    private static func milliseconds(_ secondsFromNow: Double) -> Int64 {
        Int64((Date(timeIntervalSinceNow: secondsFromNow).timeIntervalSince1970 * 1000).rounded(.down))
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
