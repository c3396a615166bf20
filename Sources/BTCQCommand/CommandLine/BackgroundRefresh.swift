import BTCPriceCore

/// The command line of a background refresh.
enum BackgroundRefresh {
    /// The program name of such a process, by which it recognizes itself.
    static let processName = "btcq-refresh"

    /// It ends before another one may be started, so that no two of them run at once.
    static let maxTime = RunRequest.refreshInterval - .seconds(1)

    /// The program name, and options for the same currency, sources and limits.
    static func arguments(_ selection: SourceSelection, _ limits: FetchLimits, maxAge: Duration) -> [String] {
        let maxTime = min(limits.maxTime, maxTime)
        // A timeout that is not less than the total limit stays so: the fallback is asked only if the primary fails.
        let timeout = limits.timeout < limits.maxTime ? min(limits.timeout, maxTime / 2) : limits.timeout
        return [
            processName, "--quiet", "--currency=\(selection.currency.code)", "--primary=\(selection.primary.name)",
            "--fallback=\(SourceChoice.Fallback(selection.fallback).name)",
            // The default can be half a millisecond, which no option can be. Without a fallback it would limit the refresh.
            selection.fallback.map { _ in "--timeout=\(max(timeout, FetchLimits.minDuration).milliseconds)ms" },
            "--max-time=\(maxTime.milliseconds)ms", "--max-age=\(maxAge.milliseconds)ms",
        ].compactMap { $0 }
    }
}
