import BTCPriceCore
import BTCPriceNetworking

/// The command line of a background refresh.
enum BackgroundRefresh {
    /// The program name of such a process, by which it recognizes itself.
    static let processName = "btcq-refresh"

    /// The program name, and options for the same currency, sources and limits.
    static func arguments(_ selection: SourceSelection, _ options: RunOptions) -> [String] {
        let limits = options.limits
        return [
            processName, "--quiet", "--currency=\(selection.currency.code)", "--primary=\(selection.primary.name)",
            "--fallback=\(selection.fallback?.name ?? "none")",
            // The default can be half a millisecond, which no option can be.
            "--timeout=\(max(limits.timeout, .milliseconds(1)).milliseconds)ms",
            "--max-time=\(limits.maxTime.milliseconds)ms",
            "--max-age=\(options.cachePolicy(isRefresh: false).maxAge.milliseconds)ms",
        ]
    }
}
