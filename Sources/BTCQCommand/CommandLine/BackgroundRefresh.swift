import BTCPriceCore

/// The command line of a background refresh.
enum BackgroundRefresh {
    /// The `argv[0]` of a refresh, by which the process sees that it is one.
    static let processName = "btcq-refresh"

    /// A refresh ends a second before another one with the same arguments and variables may start, unless a quote has been
    /// stored by then.
    static let maxTime = RunRequest.refreshInterval - .seconds(1)

    /// `processName`, and this run's currency, sources and limits as options, with at most `Self.maxTime` for all.
    static func arguments(_ selection: SourceSelection, _ limits: FetchLimits, maxAge: Duration) -> [String] {
        let maxTime = min(limits.maxTime, Self.maxTime)
        // If the timeout is not less than the total, it must not become less: then the fallback is asked only if the primary
        // fails.
        let headStart = limits.timeout < limits.maxTime ? min(limits.timeout, maxTime / 2) : limits.timeout
        // Without a fallback, a shorter timeout would shorten the whole run.
        let timeout = selection.fallback == nil ? maxTime : headStart
        // A refresh reads the configuration file too, so each option that is allowed there is passed, to replace it.
        return [
            processName, "--quiet", "--currency=\(selection.currency.code)", "--primary=\(selection.primary.name)",
            "--fallback=\(SourceChoice.Fallback(selection.fallback).name)",
            // With `--max-time 1ms` the default timeout is half a millisecond, which `--timeout` does not accept.
            "--timeout=\(max(timeout, FetchLimits.minDuration).milliseconds)ms",
            "--max-time=\(maxTime.milliseconds)ms", "--max-age=\(maxAge.milliseconds)ms",
        ]
    }
}
