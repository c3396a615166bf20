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
        let data = FileManager.default.contents(atPath: backoffFile) ?? Data()
        let file = try? JSONDecoder().decode(BackoffFile.self, from: data)
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
    ///   - begin: in how many seconds it begins; a second before its end if that has passed.
    ///   - seconds: in how many seconds it ends.
    ///   - allowed: the milliseconds that the fetch which failed was allowed.
    func setBackoff(
        _ source: String, _ reason: BackoffReason, from begin: Double? = nil, for seconds: Double,
        currency: String = "USD", allowed: Int64 = 5000
    ) throws {
        let isAboutACurrency = [.failed, .refreshing].contains(reason)
        let entry = BackoffEntry(
            reason: reason, source: source, url: Self.hash(environment["BTCQ_\(source.uppercased())_URL"] ?? ""),
            currency: isAboutACurrency ? currency : "", begin: Self.milliseconds(begin ?? min(0, seconds - 1)),
            end: Self.milliseconds(seconds), allowed: reason == .failed ? allowed : 0)
        try setBackoff([entry])
    }

    /// Writes these entries, in place of all others.
    func setBackoff(_ entries: [BackoffEntry]) throws {
        let data = try JSONEncoder().encode(BackoffFile(entries: entries))
        try setBackoff(raw: String(decoding: data, as: UTF8.self))
    }

    /// Writes anything to the back-off file.
    func setBackoff(raw: String) throws {
        try makeCacheDirectory()
        try Data(raw.utf8).write(to: URL(filePath: backoffFile))
    }

    /// Moves every entry a day into the past.
    func expireBackoff() throws { try moveBackoff(by: -86_400) }

    /// Moves the begin and the end of every entry, as if the clock had been wrong by so many seconds when they were written.
    func moveBackoff(by seconds: Int64) throws {
        try setBackoff(
            backoffEntries.map { entry in
                var entry = entry
                entry.begin += 1000 * seconds
                entry.end += 1000 * seconds
                return entry
            })
    }

    /// FNV-1a with 64 bits, in hexadecimal digits.
    private static func hash(_ baseURL: String) -> String {
        let hash = baseURL.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func milliseconds(_ secondsFromNow: Double) -> Int64 {
        Int64((Date(timeIntervalSinceNow: secondsFromNow).timeIntervalSince1970 * 1000).rounded(.down))
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
