import BTCPriceComposer
import BTCPriceCore

/// The command line of a background refresh.
enum BackgroundRefresh {
    /// The `argv[0]` of a refresh, by which the process sees that it is one.
    static let processName = "btcq-refresh"

    /// `processName`, `--quiet`, this run's currency, sources and maximum age, and the limits of a refresh. The refresh
    /// reads the configuration file too, but these options replace all that may be in it.
    static func arguments(_ sources: RunSources<AppSource>, _ limits: FetchLimits, maxAge: Duration) -> [String] {
        let limits = limits.ofBackgroundRefresh
        return [
            processName, "--quiet", "--currency=\(sources.currency.code)", "--primary=\(sources.primary.source.name)",
            "--fallback=\(sources.fallback?.source.name ?? "none")", "--timeout=\(limits.timeout.milliseconds)ms",
            "--max-time=\(limits.maxTime.milliseconds)ms", "--max-age=\(maxAge.milliseconds)ms",
        ]
    }
}
