import Testing

@testable import BTCQCommand

@Suite struct DurationTextTests {
    @Test(arguments: [
        (-3, "0ms"), (0, "0ms"), (45, "45ms"), (99, "99ms"), (100, "100ms"), (104, "100ms"), (105, "110ms"),
        (793, "790ms"), (800, "800ms"), (994, "990ms"), (995, "1s"), (997, "1s"), (1000, "1s"), (1049, "1s"),
        (1050, "1.1s"), (4200, "4.2s"), (4980, "5s"), (5000, "5s"), (9949, "9.9s"), (9950, "10s"), (10_499, "10s"),
        (10_500, "11s"), (90_400, "90s"), (119_400, "119s"), (119_999, "120s"), (120_000, "2m"), (179_999, "2m"),
        (3_599_999, "59m"), (3_600_000, "1h"),
    ])
    func roundedText_hasTwoSignificantDigits(_ milliseconds: Int, _ text: String) {
        #expect(Duration.milliseconds(milliseconds).roundedText == text)
    }

    @Test(arguments: [
        (0, "0.0ms"), (99, "0.0ms"), (100, "0.1ms"), (749, "0.7ms"), (1000, "1.0ms"), (12_345, "12.3ms"),
        (999_999, "999.9ms"), (1_000_000, "1000.0ms"), (61_234_567, "61234.5ms"),
    ])
    func tenthsText_isInMillisecondsWithOneDecimal(_ microseconds: Int, _ text: String) {
        #expect(Duration.microseconds(microseconds).tenthsText == text)
    }
}
