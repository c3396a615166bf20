import BTCPriceCore
import Testing

@Suite struct FetchLimitsTests {
    private static let longest = Duration.seconds(3650 * 86_400)

    /// What the user gave, and the limits of the run.
    private static let limits: [(given: (Duration?, Duration?), timeout: Duration, maxTime: Duration)] = [
        ((nil, nil), .milliseconds(800), .seconds(5)),
        // The timeout is 800ms, or half of --max-time if that is less.
        ((nil, .seconds(60)), .milliseconds(800), .seconds(60)),
        ((nil, .milliseconds(1600)), .milliseconds(800), .milliseconds(1600)),
        ((nil, .milliseconds(1599)), .microseconds(799_500), .milliseconds(1599)),
        ((nil, .milliseconds(1)), .microseconds(500), .milliseconds(1)),
        ((nil, longest), .milliseconds(800), longest),
        // The total limit is 5s, or twice --timeout if that is more, but at most 3650d.
        ((.milliseconds(1), nil), .milliseconds(1), .seconds(5)),
        ((.milliseconds(2500), nil), .milliseconds(2500), .seconds(5)),
        ((.milliseconds(2501), nil), .milliseconds(2501), .milliseconds(5002)),
        ((longest / 2, nil), longest / 2, longest),
        ((longest / 2 + .seconds(1), nil), longest / 2 + .seconds(1), longest),
        ((longest, nil), longest, longest),
        // Both are as given, whatever they are.
        ((.seconds(2), .seconds(3)), .seconds(2), .seconds(3)),
        ((.seconds(3), .seconds(2)), .seconds(3), .seconds(2)),
    ]

    @Test(arguments: limits)
    func limits_whenOneIsMissing_followFromTheOther(
        _ given: (Duration?, Duration?), _ timeout: Duration, _ maxTime: Duration
    ) {
        let limits = FetchLimits(timeout: given.0, maxTime: given.1)
        #expect(limits.timeout == timeout)
        #expect(limits.maxTime == maxTime)
    }

    @Test(
        arguments: [
            ("by default", nil, nil, .seconds(5)), ("a short timeout", .seconds(1), nil, .seconds(1)),
            ("a long timeout", .seconds(60), nil, .seconds(60)), ("a total limit", nil, .seconds(8), .seconds(8)),
            ("the timeout is shorter", .seconds(1), .seconds(2), .seconds(1)),
            ("the total limit is shorter", .seconds(2), .seconds(1), .seconds(1)),
        ] as [(String, Duration?, Duration?, Duration)])
    func maxTime_withoutFallback_isTheShorterOfThoseGiven(
        _ name: String, _ timeout: Duration?, _ given: Duration?, _ maxTime: Duration
    ) {
        #expect(FetchLimits(timeout: timeout, maxTime: given, hasFallback: false).maxTime == maxTime)
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
