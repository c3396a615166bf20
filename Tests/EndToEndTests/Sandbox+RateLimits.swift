import Foundation

extension Sandbox {
    /// The rate limits as their file contains them. No other type in these tests knows the format of that file.
    private struct RateLimitFile: Decodable {
        struct Entry: Decodable {
            let source: String
            /// In milliseconds since 1970.
            let end: Double
        }

        let version: Int
        let entries: [Entry]
    }

    static let rateLimitFileName = "rate-limits.json"
    static let rateLimitLockName = "rate-limits.lock"

    var rateLimitFile: String { "\(cacheDirectory)/\(Self.rateLimitFileName)" }

    /// The end of each source's rate limit; empty if there is no such file.
    var rateLimits: [String: Date] {
        let file = try? JSONDecoder().decode(RateLimitFile.self, from: Data(contents(rateLimitFile).utf8))
        let entries = file?.version == 1 ? file?.entries : nil
        let ends = (entries ?? []).map { ($0.source, Date(timeIntervalSince1970: $0.end / 1000)) }
        return Dictionary(ends) { max($0, $1) }
    }
}
