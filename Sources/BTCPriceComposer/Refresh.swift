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
        let words = words(request, selection, maxAge: maxAge)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { arguments.forEach { free($0) } }
        guard !arguments.contains(nil) else { return .impossible("out of memory") }
        arguments.append(nil)
        let code = arguments.withUnsafeBufferPointer { crt_spawn_self($0.baseAddress) }
        switch code {
        case 0: return .started
        case ENOENT: return .impossible("btcq cannot find itself")
        default: return .impossible("btcq cannot be started: \(String(cString: strerror(code)))")
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

    /// The duration to the nanosecond, as an option takes it.
    private static func spelled(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let digits = String(attoseconds / 1_000_000_000)
        return "\(seconds).\(String(repeating: "0", count: 9 - digits.utf8.count))\(digits)"
    }
}
