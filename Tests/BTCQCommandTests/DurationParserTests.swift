import BTCPriceCore
import Testing

@testable import BTCQCommand

@Suite struct DurationParserTests {
    @Test(
        arguments: [
            ("0", 0), ("0s", 0), ("0d", 0), ("0.0ms", 0), ("5", 5000), ("5s", 5000), ("0.8", 800), ("800ms", 800),
            ("1.5m", 90_000), ("2h", 7_200_000), ("1d", 86_400_000), ("00010", 10_000), ("007ms", 7),
            ("000000000000000000000000000001", 1000), ("1.0", 1000), ("1.50", 1500),
            // Exact to the millisecond.
            ("0.001", 1), ("0.01", 10), ("0.123", 123), ("0.00005m", 3), ("0.0000005h", 1), ("0.00000003d", 2),
            ("0.1d", 8_640_000), ("0.3333333h", 1_199_999), ("0.05m", 3000), ("1.999", 1999),
        ])
    func duration_isExactToTheMillisecond(_ text: String, _ milliseconds: Int) throws {
        #expect(try DurationParser.duration(Array(text.utf8)) == .milliseconds(milliseconds))
    }

    @Test(
        arguments: [
            ("0.5ms", 0), ("0.999999ms", 0), ("1.999ms", 1), ("0.0009", 0), ("0.0019", 1), ("0.9999", 999),
            ("1.0005", 1000), ("0.999999999999999999999999", 999), ("0.00000001d", 0), ("0.00001157407407407407d", 999),
            ("0.0000115740740741d", 1000), ("0.00001666666666666666m", 0), ("0.00001666666666666667m", 1),
            ("0.000000000000000000000001d", 0), ("0.00000027777777777777777h", 0), ("0.00000027777777777777778h", 1),
        ])
    func duration_whenThereAreFinerDigits_dropsThem(_ text: String, _ milliseconds: Int) throws {
        #expect(try DurationParser.duration(Array(text.utf8)) == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        "3650d", "3650.0d", "3650.00000001d", "87600h", "5256000m", "315360000", "315360000s", "315360000.0009",
        "315360000000ms", "315360000000.9ms", "0003650d",
    ])
    func duration_when3650d_isTheLongest(_ text: String) throws {
        #expect(try DurationParser.duration(Array(text.utf8)) == .seconds(315_360_000))
    }

    @Test(arguments: [
        "3650.1d", "3650.00000002d", "3651d", "87601h", "87600.001h", "5256001m", "315360000.001", "315360001",
        "315360000001ms", "999999999999d", "999999999999999999d", "1000000000000", "1000000000000ms",
        "9223372036854775807", "9223372036854775807d", "99999999999999999999999999999999999999999999999ms",
    ])
    func duration_whenMoreThan3650d_isTooLong(_ text: String) {
        #expect(throws: InvalidValue.durationTooLong) { try DurationParser.duration(Array(text.utf8)) }
    }

    @Test(arguments: [
        "", "s", "ms", ".", ".5", "5.", "5.s", "5 .5", "1e3", "-1", "+1", " 1", "1 ", "1 s", "1S", "1MS", "1D", "1sec",
        "1min", "1ms1", "1m5s", "1w", "1y", "0x10", "1,5", "1.2.3", "1.5.", "\u{661}", "1\u{0}", "one", "1µs", "1us",
        "1n",
    ])
    func duration_whenTheGrammarIsViolated_isNone(_ text: String) {
        #expect(throws: InvalidValue.notADuration) { try DurationParser.duration(Array(text.utf8)) }
    }

    @Test(arguments: ["--timeout", "--max-time"])
    func limit_isAtLeastOneMillisecond(_ option: String) throws {
        for value in ["0", "0.0", "0ms", "0.9ms", "0.0009999", "0.00000001d"] {
            expectUsageError([option, value], .invalidValue(option, value, .durationTooShort))
        }
        for value in ["1ms", "0.001", "1.9ms"] {
            let options = try runOptions(option, value)
            #expect([options.timeout, options.maxTime].contains(.milliseconds(1)), "\(value)")
        }
    }

    @Test func age_mayBeZero() throws {
        #expect(try runOptions("--max-age", "0.9ms").maxAge == .zero)
        #expect(try runOptions("--max-stale", "0d").maxStale == .zero)
    }

    /// A longer sequence of digits must not take disproportionately long.
    @Test(.timeLimit(.minutes(1))) func duration_whenItHasManyDigits_isParsedQuickly() throws {
        let digits = String(repeating: "9", count: 100_000)
        #expect(try DurationParser.duration(Array("0.\(digits)d".utf8)) == .milliseconds(86_399_999))
        #expect(throws: InvalidValue.durationTooLong) { try DurationParser.duration(Array("\(digits)ms".utf8)) }
    }
}
