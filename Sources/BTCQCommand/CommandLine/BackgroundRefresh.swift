import BTCPriceCore

/// The command line of a background refresh.
enum BackgroundRefresh {
    /// The program name of such a process, by which it recognizes itself.
    static let processName = "btcq-refresh"

    /// It ends before another one may be started, so that no two of them run at once.
    static let maxTime = RunRequest.refreshInterval - .seconds(1)

    /// The program name, and options for the same currency, sources and limits.
    static func arguments(_ selection: SourceSelection, _ options: RunOptions) -> [String] {
        let maxTime = min(options.limits.maxTime, maxTime)
        var timeout = options.limits.timeout
        // Otherwise the fallback is asked only if the primary fails.
        if timeout < options.limits.maxTime { timeout = min(timeout, maxTime / 2) }
        return [
            processName, "--quiet", "--currency=\(selection.currency.code)", "--primary=\(selection.primary.name)",
            "--fallback=\(SourceChoice.Fallback(selection.fallback).name)",
            // The default can be half a millisecond, which no option can be.
            "--timeout=\(max(timeout, FetchLimits.minDuration).milliseconds)ms",
            "--max-time=\(maxTime.milliseconds)ms",
            "--max-age=\(options.cachePolicy.maxAge.milliseconds)ms",
        ]
    }
}
