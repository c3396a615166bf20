/// What is fed with whatever libFuzzer comes up with.
struct FuzzTarget: Sendable {
    let name: String
    /// Returns, or ends the process by a failed check.
    let feed: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] = mappers + [cache, limits, duration, arguments, template]
}
