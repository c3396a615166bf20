import Testing

@testable import BTCQCommand

@Suite struct DurationParserTests {
    @Test(
        arguments: [
            ("0", .zero), ("5", .seconds(5)), ("5s", .seconds(5)), ("0.8", .milliseconds(800)),
            ("800ms", .milliseconds(800)),
            ("1.5m", .seconds(90)), ("2h", .seconds(7200)), ("3650d", .seconds(315_360_000)), ("0.0000001ms", .zero),
            ("0.5ms", .microseconds(500)), ("00010", .seconds(10)), ("0.999999999999999999", .nanoseconds(999_999_999)),
            ("315360000", .seconds(315_360_000)),
        ] as [(Argument, Duration)])
    func duration_isExact(_ text: Argument, _ duration: Duration) throws {
        #expect(try DurationParser.duration(text) == duration)
    }

    @Test(
        arguments: [
            "", "s", ".5", "5.", "5.s", "1e3", "-1", "+1", " 1", "1 ", "1 s", "1S", "1min", "1ms1", "0x10", "1,5",
            "\u{661}",
            "3650.1d", "3651d", "87601h", "315360001", "9223372036854775807", "9223372036854775807d",
            "99999999999999999999999999999999999999999999999",
        ] as [Argument])
    func anythingElse_isRefused(_ text: Argument) {
        #expect(throws: ValueError.self) { try DurationParser.duration(text) }
    }
}
