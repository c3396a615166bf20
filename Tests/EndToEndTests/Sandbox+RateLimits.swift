import Foundation

extension Sandbox {
    static let rateLimitLockName = "rate-limits.2.lock"

    var rateLimitFile: String { "\(cacheDirectory)/rate-limits.2" }

    /// The end of each source's rate limit; empty if there is no such file. Nothing else in these tests knows its
    /// format.
    var rateLimits: [String: Date] {
        let lines = contents(rateLimitFile).split(separator: "\n").map { $0.split(separator: " ") }
        let ends = lines.compactMap { line in
            // The source, a hash of its base URL, the beginning, and the end in milliseconds since 1970.
            line.last.flatMap { Double($0) }.map { (String(line[0]), Date(timeIntervalSince1970: $0 / 1000)) }
        }
        return Dictionary(ends) { max($0, $1) }
    }
}
