import BTCPriceCore
import Testing

@Suite struct FetchLimitsTests {
    private static let longest = Duration.seconds(3650 * 86_400)

    /// What the user gave, and the limits of the run.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let given: FetchLimits
        let timeout: Duration
        let maxTime: Duration

        init(_ condition: String, _ given: FetchLimits, timeout: Duration, maxTime: Duration) {
            (testDescription, self.given, self.timeout, self.maxTime) = (condition, given, timeout, maxTime)
        }
    }

    private static let limits = [
        Case("nothing is given", FetchLimits(), timeout: .milliseconds(800), maxTime: .seconds(5)),
        Case(
            "--max-time 1m", FetchLimits(maxTime: .seconds(60)), timeout: .milliseconds(800), maxTime: .seconds(60)),
        Case(
            "--max-time less than twice 800ms", FetchLimits(maxTime: .milliseconds(1599)),
            timeout: .microseconds(799_500), maxTime: .milliseconds(1599)),
        Case("--timeout 2.5s", FetchLimits(timeout: .seconds(2.5)), timeout: .seconds(2.5), maxTime: .seconds(5)),
        Case(
            "--timeout more than half of 5s", FetchLimits(timeout: .seconds(3)), timeout: .seconds(3),
            maxTime: .seconds(6)),
        Case("--timeout 3650d", FetchLimits(timeout: longest), timeout: longest, maxTime: longest),
        Case(
            "both", FetchLimits(timeout: .seconds(3), maxTime: .seconds(2)), timeout: .seconds(3), maxTime: .seconds(2)),
        // Without a fallback, the shorter one of those that are given is the limit.
        Case("no fallback", FetchLimits(hasFallback: false), timeout: .seconds(5), maxTime: .seconds(5)),
        Case(
            "no fallback, --timeout 1m", FetchLimits(timeout: .seconds(60), hasFallback: false), timeout: .seconds(60),
            maxTime: .seconds(60)),
        Case(
            "no fallback, --max-time 8s", FetchLimits(maxTime: .seconds(8), hasFallback: false),
            timeout: .seconds(8), maxTime: .seconds(8)),
        Case(
            "no fallback, a shorter --timeout",
            FetchLimits(timeout: .seconds(1), maxTime: .seconds(2), hasFallback: false), timeout: .seconds(1),
            maxTime: .seconds(1)),
        Case(
            "no fallback, a shorter --max-time",
            FetchLimits(timeout: .seconds(2), maxTime: .seconds(1), hasFallback: false), timeout: .seconds(1),
            maxTime: .seconds(1)),
    ]

    @Test(arguments: limits)
    func limits_whenOneIsMissing_followFromTheOther(_ test: Case) {
        #expect(test.given.timeout == test.timeout)
        #expect(test.given.maxTime == test.maxTime)
    }

    @Test(
        arguments: [
            (5000, 0, 250), (5000, 4760, 250), (5000, 4761, 249), (5000, 5009, 1), (5000, 5010, 0),
            (5000, 3_600_000, 0), (100, 0, 110),
        ] as [(Int64, Int64, Int64)])
    func writeLockTimeout_isLessThanUsualIfDeadlineIsNear(_ maxTime: Int64, _ elapsed: Int64, _ expected: Int64) {
        let timeout = FetchLimits(maxTime: .milliseconds(maxTime)).writeLockTimeout(elapsed: .milliseconds(elapsed))
        #expect(timeout == .milliseconds(expected))
    }
}
