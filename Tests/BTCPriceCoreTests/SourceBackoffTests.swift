import Testing

@testable import BTCPriceCore

@Suite struct SourceRecordTests {
    private static let hour = Duration.seconds(3600)
    private static let otherErrors: [PriceLoadingError] = [
        .timedOut(after: .seconds(5)), .networkFailure("connection refused"), .unexpectedStatus(500), .invalidPrice,
        .invalidData("not JSON"),
    ]

    @Test(
        arguments: [
            (Duration?.some(.seconds(7)), Duration.seconds(7)), (nil, .seconds(60)), (.some(.zero), .seconds(60)),
            (.some(.seconds(-5)), .seconds(60)), (.some(.milliseconds(1)), .milliseconds(1)), (.some(hour), hour),
            (.some(.seconds(3601)), hour), (.some(.seconds(999_999_999_999_999_999)), hour),
        ], [true, false])
    func limit_holdsAsLongAsItSaysAMinuteByDefaultAndAnHourAtMost(
        _ limit: (retryAfter: Duration?, wait: Duration), _ fetchFailed: Bool
    ) {
        let error = PriceLoadingError.rateLimited(status: 429, retryAfter: limit.retryAfter)
        let record = SourceBackoff([:]).after(error, fetchFailed: fetchFailed, at: .now)
        #expect(record == SourceBackoff([.limited: .now + limit.wait]))
    }

    @Test func refusal_holdsAnHourAndAFailureBesideItTenSeconds() {
        let record = SourceBackoff([:])
        #expect(record.after(.refused, fetchFailed: false, at: .now) == SourceBackoff([.refused: .now + Self.hour]))
        #expect(
            record.after(.refused, fetchFailed: true, at: .now)
                == SourceBackoff([.refused: .now + Self.hour, .failed: .now + .seconds(10)]))
    }

    @Test(arguments: otherErrors)
    func otherError_isRememberedForTenSecondsIfNoSourceGaveAQuote(_ error: PriceLoadingError) {
        let record = SourceBackoff([:])
        #expect(record.after(error, fetchFailed: true, at: .now) == SourceBackoff([.failed: .now + .seconds(10)]))
        #expect(record.after(error, fetchFailed: false, at: .now) == nil)
    }

    @Test(arguments: otherErrors)
    func failure_standsBesideARefusalThatHolds(_ error: PriceLoadingError) {
        let end = Timestamp.now + .seconds(100)
        let refused = SourceBackoff([.refused: end])
        #expect(refused.after(error, fetchFailed: false, at: .now) == refused)
        #expect(
            refused.after(error, fetchFailed: true, at: .now)
                == SourceBackoff([.refused: end, .failed: .now + .seconds(10)]))
    }

    @Test func limit_replacesWhateverStoodThere() {
        let record = SourceBackoff([.refused: .now + .seconds(100), .failed: .now + .seconds(5)])
        let limited = record.after(
            .rateLimited(status: 429, retryAfter: .seconds(7)), fetchFailed: true, at: .now)
        #expect(limited == SourceBackoff([.limited: .now + .seconds(7)]))
    }

    @Test func limitOfAnotherRun_isNotMadeAFailure() {
        let limited = SourceBackoff([.limited: .now + .seconds(7)])
        #expect(limited.after(.invalidPrice, fetchFailed: true, at: .now) == limited)
    }

    @Test func failure_staysWhereAnotherSourceAnswersAndIsRenewedWhereNoneDoes() {
        let failed = SourceBackoff([.failed: .now + .seconds(3)])
        #expect(failed.after(.invalidPrice, fetchFailed: false, at: .now) == failed)
        #expect(
            failed.after(.invalidPrice, fetchFailed: true, at: .now) == SourceBackoff([.failed: .now + .seconds(10)]))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), hour + .milliseconds(1)])
    func whatHasPassedOrIsVoid_isForgotten(_ distance: Duration) {
        let record = SourceBackoff([.refused: .now + distance])
        #expect(record.after(.invalidPrice, fetchFailed: false, at: .now) == nil)
    }

    @Test func sourceThatWasLeftAlone_teachesNothing() {
        let error = PriceLoadingError.skipped(.seconds(7), because: .limited)
        #expect(SourceBackoff([:]).after(error, fetchFailed: true, at: .now) == nil)
        let limited = SourceBackoff([.limited: .now + .seconds(7)])
        #expect(limited.after(error, fetchFailed: true, at: .now) == limited)
    }

    @Test(arguments: [
        (BackoffReason.limited, hour), (.refused, hour), (.failed, .seconds(10)),
    ])
    func reason_holdsUntilItsEndUnlessThatIsFurtherOffThanItAllows(
        _ reason: BackoffReason, _ maxDuration: Duration
    ) {
        func remaining(_ distance: Duration) -> Duration? {
            SourceBackoff([reason: .now + distance]).remaining(reason, at: .now)
        }
        #expect(reason.maxDuration == maxDuration)
        #expect(remaining(.milliseconds(1)) == .milliseconds(1))
        #expect(remaining(maxDuration) == maxDuration)
        #expect(remaining(.zero) == nil)
        #expect(remaining(.milliseconds(-1)) == nil)
        #expect(remaining(maxDuration + .milliseconds(1)) == nil)
        #expect(SourceBackoff([:]).remaining(reason, at: .now) == nil)
    }

    @Test func record_tellsTheEndOfEachReason() {
        let record = SourceBackoff([.refused: .now, .failed: .now + .seconds(1)])
        #expect(record.end(of: .refused) == .now)
        #expect(record.end(of: .failed) == .now + .seconds(1))
        #expect(record.end(of: .limited) == nil)
    }
}
