import BTCPriceCore

/// The command line of a background refresh.
enum BackgroundRefresh {
    /// The program name of a background refresh, by which the process recognizes that it is one.
    static let processName = "btcq-refresh"

    /// A refresh ends before the next one of its configuration may be started, unless a quote is stored in the meantime.
    static let maxTime = RunRequest.refreshInterval - .seconds(1)

    /// The program name, and options for the same currency, sources and limits, which are shortened to `maxTime`.
    static func arguments(_ selection: SourceSelection, _ limits: FetchLimits, maxAge: Duration) -> [String] {
        let maxTime = min(limits.maxTime, maxTime)
        // A timeout that is not less than the total limit stays so: the fallback is asked only if the primary fails.
        let headStart = limits.timeout < limits.maxTime ? min(limits.timeout, maxTime / 2) : limits.timeout
        // Without a fallback, the timeout limits the total time.
        let timeout = selection.fallback == nil ? maxTime : headStart
        // The refresh reads the configuration file too, so each option that the file may contain is given.
        return [
            processName, "--quiet", "--currency=\(selection.currency.code)", "--primary=\(selection.primary.name)",
            "--fallback=\(SourceChoice.Fallback(selection.fallback).name)",
            // The default timeout can be half a millisecond, but `--timeout` cannot.
            "--timeout=\(max(timeout, FetchLimits.minDuration).milliseconds)ms",
            "--max-time=\(maxTime.milliseconds)ms", "--max-age=\(maxAge.milliseconds)ms",
        ]
    }
}
