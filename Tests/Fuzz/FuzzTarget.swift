import BTCPriceCore

/// A function that is fed with libFuzzer's inputs.
struct FuzzTarget: Sendable {
    let name: String
    /// Returns, or ends the process by a failed check.
    let feed: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] =
        mappers + [head, date, url, proxy, cache, rateLimits, duration, arguments, template]

    /// 2025-10-27T19:56:39.123Z.
    static let time = Timestamp(milliseconds: 1_761_594_999_123)
}
