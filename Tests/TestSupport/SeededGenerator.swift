import Foundation

/// Random numbers that the same seed repeats (SplitMix64).
///
/// Its description contains the seed. Put it into the comment of an expectation.
public struct SeededGenerator: RandomNumberGenerator, CustomStringConvertible {
    private static let variable = "BTCQ_TEST_SEED"
    private static let given = ProcessInfo.processInfo.environment[variable].flatMap { UInt64($0) }

    /// The seed in `BTCQ_TEST_SEED`; otherwise that of today, such as 20251027, which brings other numbers every day,
    /// and one that stays.
    public static let seeds: [UInt64] = {
        let today = Date().formatted(.iso8601.year().month().day().dateSeparator(.omitted))
        let seeds: [UInt64] = given.map { [$0] } ?? [UInt64(today) ?? 0, 1]
        print("random inputs: \(variable)=\(seeds[0])")
        return seeds
    }()

    private let seed: UInt64
    private var state: UInt64

    /// Uses this seed.
    public init(seed: UInt64) {
        (self.seed, state) = (seed, seed)
    }

    /// Uses the seed in `BTCQ_TEST_SEED`, or a new one.
    public init() {
        self.init(seed: Self.given ?? .random(in: 0...UInt64.max))
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var number = state
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
        return number ^ (number >> 31)
    }

    /// How to repeat the numbers.
    public var description: String { "repeat with \(Self.variable)=\(seed)" }
}
