import BTCPriceCore
import Testing

@testable import BTCQCommand

@Suite struct DurationParserTests {
    @Test(
        arguments: [
            ("0", .zero), ("0s", .zero), ("0d", .zero), ("5", .seconds(5)), ("5s", .seconds(5)),
            ("0.8", .milliseconds(800)),
            ("800ms", .milliseconds(800)), ("1.5m", .seconds(90)), ("2h", .seconds(7200)), ("1d", .seconds(86_400)),
            ("3650d", .seconds(315_360_000)), ("3650.0d", .seconds(315_360_000)), ("87600h", .seconds(315_360_000)),
            ("5256000m", .seconds(315_360_000)), ("315360000", .seconds(315_360_000)),
            ("315360000000ms", .seconds(315_360_000)), ("0.5ms", .microseconds(500)), ("0.000001ms", .nanoseconds(1)),
            ("0.0000001ms", .zero), ("00010", .seconds(10)), ("000000000000000000000000000001", .seconds(1)),
            ("0.999999999999999999", .nanoseconds(999_999_999)), ("0.000000000000000000000001d", .zero),
            ("0.00001157407407407407407407d", .nanoseconds(999_999_999)), ("1.000000001", .nanoseconds(1_000_000_001)),
            ("0.000000000000012d", .nanoseconds(1)),
        ] as [(String, Duration)])
    func duration_isReadToTheNanosecond(_ text: String, _ duration: Duration) throws {
        #expect(try DurationParser.duration(Array(text.utf8)) == duration)
    }

    @Test(arguments: [
        "", "s", "ms", ".5", "5.", "5.s", "1e3", "-1", "+1", " 1", "1 ", "1 s", "1S", "1MS", "1sec", "1min", "1ms1",
        "1w", "1y",
        "0x10", "1,5", "1.2.3", "1.5.", "\u{661}", "1\u{0}", "one", "1µs", "1us",
    ])
    func anythingElse_isNoDuration(_ text: String) {
        #expect(throws: UsageError("not a duration such as 800ms, 5s, 10m, 2h or 1d")) {
            try DurationParser.duration(Array(text.utf8))
        }
    }

    @Test(arguments: [
        "3650.1d", "3650.000000001d", "3651d", "87601h", "315360000.000000001", "315360001", "315360000001ms",
        "999999999999d", "999999999999999999d",
        "1000000000000", "9223372036854775807", "9223372036854775807d",
        "99999999999999999999999999999999999999999999999ms",
    ])
    func moreThanTenYears_isTooMuch(_ text: String) {
        #expect(throws: UsageError("not a duration of at most 3650d")) { try DurationParser.duration(Array(text.utf8)) }
    }

    @Test func positive_isMoreThanZero() throws {
        #expect(try DurationParser.positive(Array("0.000001ms".utf8)) == .nanoseconds(1))
        for text in ["0", "0.0", "0ms", "0.0000001ms"] {
            #expect(throws: UsageError("not a duration of more than 0"), "\(text)") {
                try DurationParser.positive(Array(text.utf8))
            }
        }
        #expect(throws: UsageError("not a duration of at most 3650d")) {
            try DurationParser.positive(Array("3651d".utf8))
        }
    }
}
