import BTCPriceCore
import Testing

@Suite struct FetchLimitsTests {
    private struct Row: CustomTestStringConvertible {
        let timeout: Duration?
        let maxTime: Duration?
        let expected: (timeout: Duration, maxTime: Duration)

        init(_ timeout: Duration?, _ maxTime: Duration?, _ expected: (Duration, Duration)) {
            (self.timeout, self.maxTime, self.expected) = (timeout, maxTime, expected)
        }

        var testDescription: String {
            "timeout \(timeout.map { "\($0)" } ?? "-"), max-time \(maxTime.map { "\($0)" } ?? "-")"
        }
    }

    private static let longest = Duration.seconds(315_360_000)

    /// What the user gave, and the limits of the run.
    private static let table = [
        Row(nil, nil, (.milliseconds(800), .seconds(5))),

        // The timeout is 800ms, or half of --max-time if that is less.
        Row(nil, .seconds(60), (.milliseconds(800), .seconds(60))),
        Row(nil, .seconds(2), (.milliseconds(800), .seconds(2))),
        Row(nil, .milliseconds(1600), (.milliseconds(800), .milliseconds(1600))),
        Row(nil, .milliseconds(1599), (.microseconds(799_500), .milliseconds(1599))),
        Row(nil, .milliseconds(400), (.milliseconds(200), .milliseconds(400))),
        Row(nil, .milliseconds(1), (.microseconds(500), .milliseconds(1))),
        Row(nil, longest, (.milliseconds(800), longest)),

        // The total limit is 5s, or twice --timeout if that is more, but at most 3650d.
        Row(.milliseconds(1), nil, (.milliseconds(1), .seconds(5))),
        Row(.milliseconds(2499), nil, (.milliseconds(2499), .seconds(5))),
        Row(.milliseconds(2500), nil, (.milliseconds(2500), .seconds(5))),
        Row(.milliseconds(2501), nil, (.milliseconds(2501), .milliseconds(5002))),
        Row(.seconds(10), nil, (.seconds(10), .seconds(20))),
        Row(longest / 2, nil, (longest / 2, longest)),
        Row(longest / 2 + .seconds(1), nil, (longest / 2 + .seconds(1), longest)),
        Row(longest, nil, (longest, longest)),

        // Both are as given, whatever they are.
        Row(.seconds(2), .seconds(3), (.seconds(2), .seconds(3))),
        Row(.seconds(3), .seconds(2), (.seconds(3), .seconds(2))),
        Row(.milliseconds(399), .milliseconds(400), (.milliseconds(399), .milliseconds(400))),
    ]

    @Test(arguments: table)
    private func limits_whenOneIsMissing_followFromTheOther(_ row: Row) {
        let limits = FetchLimits(timeout: row.timeout, maxTime: row.maxTime)
        #expect(limits.timeout == row.expected.timeout)
        #expect(limits.maxTime == row.expected.maxTime)
    }

    @Test func longest_isThatOfTheContract() {
        #expect(FetchLimits.longest == Self.longest)
    }

    private static let lockTimeouts: [(limit: Duration, elapsed: Duration, timeout: Duration)] = [
        (.milliseconds(250), .zero, .milliseconds(250)),
        (.milliseconds(250), .milliseconds(4760), .milliseconds(250)),
        (.milliseconds(250), .milliseconds(4761), .milliseconds(249)),
        (.milliseconds(250), .seconds(5), .milliseconds(10)),
        (.milliseconds(5), .seconds(5), .milliseconds(5)),
        (.milliseconds(250), .milliseconds(5009), .milliseconds(1)),
        (.milliseconds(250), .milliseconds(5010), .zero),
        (.milliseconds(250), .seconds(3600), .zero),
        (.seconds(7200), .zero, .milliseconds(5010)),
        (.zero, .zero, .zero),
    ]

    @Test(arguments: lockTimeouts)
    func lockTimeout_isTheLimitUnlessTheDeadlineIsNear(_ limit: Duration, _ elapsed: Duration, _ timeout: Duration) {
        let limits = FetchLimits(timeout: nil, maxTime: .seconds(5))
        #expect(limits.lockTimeout(atMost: limit, elapsed: elapsed) == timeout)
    }
}
