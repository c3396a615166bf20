import BTCPriceCore
import Testing

@Suite struct WordsTests {
    @Test(arguments: [
        (0, "0s"), (59, "59s"), (60, "1m"), (119, "1m"), (3599, "59m"), (3600, "1h"), (86_399, "23h"), (86_400, "1d"),
        (300_000, "3d"), (-5, "0s"),
    ])
    func age_isItsLargestUnitFloored(_ seconds: Int, _ text: String) {
        #expect(Age(.seconds(seconds)).description == text)
    }

    @Test(arguments: [(59_999, 59), (60_000, 60), (999, 0), (0, 0), (-1, 0), (-5000, 0)])
    func age_isInWholeSecondsFlooredAndNeverNegative(_ milliseconds: Int, _ seconds: Int64) {
        #expect(Age(.milliseconds(milliseconds)).seconds == seconds)
    }

    @Test(arguments: [
        (-3, "0ms"), (0, "0ms"), (45, "45ms"), (99, "99ms"), (100, "100ms"), (104, "100ms"), (105, "110ms"),
        (793, "790ms"), (800, "800ms"), (994, "990ms"), (995, "1s"), (997, "1s"), (1000, "1s"), (1049, "1s"),
        (1050, "1.1s"), (4200, "4.2s"), (4980, "5s"), (5000, "5s"), (9949, "9.9s"), (9950, "10s"), (10_499, "10s"),
        (10_500, "11s"), (90_400, "90s"), (119_400, "119s"), (119_999, "120s"), (120_000, "2m"), (179_999, "2m"),
        (3_599_999, "59m"), (3_600_000, "1h"),
    ])
    func briefDuration_isOfTwoSignificantDigits(_ milliseconds: Int, _ text: String) {
        #expect(Duration.milliseconds(milliseconds).roundedText == text)
    }

    @Test func milliseconds_areWholeOnes() {
        #expect(Duration.microseconds(1_234_999).milliseconds == 1234)
        #expect(Duration.nanoseconds(999_999).milliseconds == 0)
        #expect(Duration.seconds(3600).milliseconds == 3_600_000)
    }

    private static let errors: [(PriceLoadingError, String)] = [
        (.networkFailure("connection refused"), "connection refused"), (.unexpectedStatus(500), "HTTP 500"),
        (.unexpectedStatus(302, hint: "captive portal?"), "HTTP 302 (captive portal?)"),
        (.rateLimited(status: 429, retryAfter: .seconds(7)), "HTTP 429 (rate limited)"),
        (.rateLimited(status: 418, retryAfter: nil), "HTTP 418 (rate limited)"),
        (.rateLimited(status: 200, retryAfter: nil), "rate limited"), (.refused, "HTTP 451"),
        (.skipped(.seconds(8), because: .limited), "not asked for another 8s (rate limited)"),
        (.skipped(.milliseconds(9500), because: .failed), "not asked for another 9.5s (no answer just now)"),
        (.skipped(.seconds(60), because: .refused), "not asked for another 60s (refused us)"),
        (.invalidData("not JSON"), "invalid data (not JSON)"), (.invalidPrice, "invalid data (not a price)"),
        (.timedOut(after: .seconds(5)), "no answer in 5s"),
    ]

    @Test(arguments: errors)
    func loadingError_isOneClause(_ error: PriceLoadingError, _ text: String) {
        #expect(error.description == text)
    }

    @Test func storeError_isItsWords() {
        #expect("\(PriceStoreError("/x: No space left on device"))" == "/x: No space left on device")
    }
}
