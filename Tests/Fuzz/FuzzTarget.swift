import BTCPriceCore

/// A function that is fed with libFuzzer's inputs.
struct FuzzTarget: Sendable {
    let name: String
    /// Returns, or ends the process by a failed check.
    let feed: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] =
        mappers + [head, date, time, url, proxy, cache, rateLimits, duration, arguments, configuration, template]
}
