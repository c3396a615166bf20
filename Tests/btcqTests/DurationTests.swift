import BTCPriceCore
import TestSupport
import Testing

@testable import btcq

@Suite struct DurationTests {
    // Parsed.

    @Test(
        arguments: [
            ("0", 0), ("0d", 0), ("0.0ms", 0), ("5", 5000), ("5s", 5000), ("0.8", 800), ("800ms", 800),
            ("1.5m", 90_000), ("2h", 7_200_000), ("1d", 86_400_000), ("00010", 10_000), ("007ms", 7), ("1.50", 1500),
            ("000000000000000000000000000001", 1000),
            // Exact to the millisecond; finer digits are dropped.
            ("0.001", 1), ("0.123", 123), ("0.00005m", 3), ("0.0000005h", 1), ("0.00000003d", 2),
            ("0.3333333h", 1_199_999),
            ("0.\(String(repeating: "9", count: 1000))d", 86_399_999), ("0.5ms", 0), ("0.0019", 1), ("0.9999", 999),
            ("0.00001157407407407407d", 999), ("0.0000115740740741d", 1000), ("0.00000027777777777777778h", 1),
            // The longest.
            ("3650d", longest), ("3650.00000001d", longest), ("87600h", longest), ("315360000", longest),
            ("315360000000.9ms", longest), ("0003650d", longest),
        ])
    func duration_isExactToTheMillisecondUpTo3650d(_ text: String, _ milliseconds: Int) throws {
        let duration = try Duration(Array(text.utf8))
        #expect(duration == .milliseconds(milliseconds))
    }

    private static let longest = 3650 * 86_400_000

    @Test(arguments: [
        "3650.1d", "3650.00000002d", "3651d", "87601h", "87600.001h", "5256001m", "315360000.001", "315360001",
        "315360000001ms", "999999999999d", "1000000000000", "1000000000000ms", "9223372036854775807d",
        "99999999999999999999999999999999999999999999999ms", "\(String(repeating: "9", count: 1000))ms",
    ])
    func duration_whenMoreThan3650d_isTooLong(_ text: String) {
        #expect(throws: UsageError.InvalidValue.durationTooLong) { try Duration(Array(text.utf8)) }
    }

    @Test(arguments: [
        "", "s", "ms", ".", ".5", "5.", "5.s", "5 .5", "1e3", "-1", "+1", " 1", "1 ", "1 s", "1S", "1MS", "1sec",
        "1min",
        "1ms1", "1m5s", "1w", "0x10", "1,5", "1.2.3", "1.5.", "\u{661}", "1\u{0}", "one", "1µs", "1us", "1n",
    ])
    func duration_whenTheGrammarIsViolated_isNone(_ text: String) {
        #expect(throws: UsageError.InvalidValue.notADuration) { try Duration(Array(text.utf8)) }
    }

    // Printed.

    @Test(arguments: [
        (-3, "0ms"), (0, "0ms"), (99, "99ms"), (100, "100ms"), (104, "100ms"), (105, "110ms"), (994, "990ms"),
        (995, "1s"), (1049, "1s"), (1050, "1.1s"), (4200, "4.2s"), (4980, "5s"), (9949, "9.9s"), (9950, "10s"),
        (10_499, "10s"), (10_500, "11s"), (119_999, "120s"), (120_000, "2m"), (179_999, "2m"), (3_600_000, "1h"),
    ])
    func text_hasTwoSignificantDigits(_ milliseconds: Int, _ text: String) {
        #expect(Duration.milliseconds(milliseconds).text == text)
    }
}
