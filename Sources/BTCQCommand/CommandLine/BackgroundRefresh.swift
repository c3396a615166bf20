import BTCPriceCore
import BTCPriceNetworking

/// The command line of a background refresh.
enum BackgroundRefresh {
    /// The program name of such a process, by which it recognizes itself.
    static let processName = "btcq-refresh"

    /// The program name, and options for the same currency, sources and limits.
    static func arguments(_ selection: SourceSelection, _ limits: FetchLimits, maxAge: Duration) -> [String] {
        [
            processName, "--quiet", "--currency=\(selection.currency.code)", "--primary=\(selection.primary.name)",
            "--fallback=\(selection.fallback?.name ?? "none")",
            // The default can be half a millisecond, which no option can be.
            "--timeout=\(optionValue(max(limits.timeout, .milliseconds(1))))",
            "--max-time=\(optionValue(limits.maxTime))", "--max-age=\(optionValue(maxAge))",
        ]
    }

    private static func optionValue(_ duration: Duration) -> String { "\(duration.milliseconds)ms" }
}
