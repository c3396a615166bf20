import BTCPriceCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Times in UTC, in whole seconds, truncated: `2025-10-27T19:56:39Z`.
struct ISO8601TimestampFormatter: TimestampFormatter {
    /// Depends on no locale and no time zone.
    init() {}

    func string(from timestamp: Date) -> String {
        ISO8601.seconds(of: timestamp)
    }
}
