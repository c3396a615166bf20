import BTCPriceCore
import CRuntime

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A process of its own that refreshes the cache for the next run.
public enum Refresh {
    /// What that process is called: by this name it knows what it is.
    public static let programName = "btcq-refresh"

    /// Starts it for the same sources, with the same bounds.
    static func start(_ request: Request, _ selection: SourceSelection, maxAge: Duration) -> BackgroundRefresh {
        switch withCStrings(words(request, selection, maxAge: maxAge)[...], { crt_spawn_self($0) }) {
        case 0: return .started
        case ENOENT: return .impossible("btcq cannot find itself")
        case let code: return .impossible("btcq cannot be started: \(String(cString: strerror(code)))")
        }
    }

    static func words(_ request: Request, _ selection: SourceSelection, maxAge: Duration) -> [String] {
        var words = [
            programName, "--quiet", "--currency=\(selection.currency.code)", "--primary=\(selection.primary.name)",
            "--fallback=\(selection.fallback?.name ?? "none")", "--max-time=\(spelled(request.maxTime))",
            "--max-age=\(spelled(maxAge))",
        ]
        if let timeout = request.timeout { words.append("--timeout=\(spelled(timeout))") }
        return words
    }

    /// What `body` makes of the words as C has them, with a NULL at the end.
    private static func withCStrings(
        _ words: ArraySlice<String>, behind others: [UnsafePointer<CChar>?] = [],
        _ body: ([UnsafePointer<CChar>?]) -> Int32
    ) -> Int32 {
        guard let word = words.first else { return body(others + [nil]) }
        return word.withCString { withCStrings(words.dropFirst(), behind: others + [$0], body) }
    }

    /// The duration to the nanosecond, as an option takes it.
    private static func spelled(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let digits = String(attoseconds / 1_000_000_000)
        return "\(seconds).\(String(repeating: "0", count: 9 - digits.utf8.count))\(digits)"
    }
}
