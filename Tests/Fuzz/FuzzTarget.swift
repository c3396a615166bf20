import BTCPriceCore

/// What is fed with whatever libFuzzer comes up with.
struct FuzzTarget: Sendable {
    let name: String
    /// Returns, or ends the process by a failed check.
    let feed: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] = mappers + [head, url, cache, limits, duration, arguments, template]

    /// 2025-10-27T19:56:39.123Z.
    static let time = Timestamp(milliseconds: 1_761_594_999_123)
}
