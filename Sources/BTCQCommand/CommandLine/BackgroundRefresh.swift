import BTCPriceCore

/// The command line of a background refresh.
enum BackgroundRefresh {
    /// By which the process knows what it is.
    static let processName = "btcq-refresh"

    /// It ends before the next one of its configuration may start, unless a quote is stored meanwhile.
    static let maxTime = RunRequest.refreshInterval - .seconds(1)

    /// The program name, and options for the same currency, sources and limits, at most `maxTime`.
    static func arguments(_ selection: SourceSelection, _ limits: FetchLimits, maxAge: Duration) -> [String] {
        let maxTime = min(limits.maxTime, maxTime)
        // A timeout that is not less than the total stays so: then the fallback is asked only if the primary fails.
        let headStart = limits.timeout < limits.maxTime ? min(limits.timeout, maxTime / 2) : limits.timeout
        // Without a fallback, the timeout limits the whole run.
        let timeout = selection.fallback == nil ? maxTime : headStart
        // The refresh reads the configuration file too, so it gets each option that may be there.
        return [
            processName, "--quiet", "--currency=\(selection.currency.code)", "--primary=\(selection.primary.name)",
            "--fallback=\(SourceChoice.Fallback(selection.fallback).name)",
            // By default it can be half a millisecond, which `--timeout` does not accept.
            "--timeout=\(max(timeout, FetchLimits.minDuration).milliseconds)ms",
            "--max-time=\(maxTime.milliseconds)ms", "--max-age=\(maxAge.milliseconds)ms",
        ]
    }
}
