import Testing

@testable import BTCPriceCore

@Suite struct SourceBackoffTests {
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
    func rateLimit_lastsForRetryAfterAMinuteByDefaultAndAnHourAtMost(
        _ limit: (retryAfter: Duration?, wait: Duration), _ fetchFailed: Bool
    ) {
        let error = PriceLoadingError.rateLimited(status: 429, retryAfter: limit.retryAfter)
        let backoff = SourceBackoff([:]).after(error, fetchFailed: fetchFailed, at: .now)
        #expect(backoff == SourceBackoff([.rateLimited: .now + limit.wait]))
    }

    @Test func block_lastsAnHourAndAFailureBesideItTenSeconds() {
        let backoff = SourceBackoff([:])
        #expect(backoff.after(.blocked, fetchFailed: false, at: .now) == SourceBackoff([.blocked: .now + Self.hour]))
        #expect(
            backoff.after(.blocked, fetchFailed: true, at: .now)
                == SourceBackoff([.blocked: .now + Self.hour, .failed: .now + .seconds(10)]))
    }

    @Test(arguments: otherErrors)
    func otherError_whenNoSourceReturnedAQuote_lastsTenSeconds(_ error: PriceLoadingError) {
        let backoff = SourceBackoff([:])
        #expect(backoff.after(error, fetchFailed: true, at: .now) == SourceBackoff([.failed: .now + .seconds(10)]))
        #expect(backoff.after(error, fetchFailed: false, at: .now) == nil)
    }

    @Test(arguments: otherErrors)
    func failure_whenTheSourceIsBlocked_isAdded(_ error: PriceLoadingError) {
        let end = Timestamp.now + .seconds(100)
        let blocked = SourceBackoff([.blocked: end])
        #expect(blocked.after(error, fetchFailed: false, at: .now) == blocked)
        #expect(
            blocked.after(error, fetchFailed: true, at: .now)
                == SourceBackoff([.blocked: end, .failed: .now + .seconds(10)]))
    }

    @Test func rateLimit_replacesOtherReasons() {
        let backoff = SourceBackoff([.blocked: .now + .seconds(100), .failed: .now + .seconds(5)])
        let rateLimited = backoff.after(
            .rateLimited(status: 429, retryAfter: .seconds(7)), fetchFailed: true, at: .now)
        #expect(rateLimited == SourceBackoff([.rateLimited: .now + .seconds(7)]))
    }

    @Test func failure_whenAnotherRunStoredARateLimit_isNotAdded() {
        let rateLimited = SourceBackoff([.rateLimited: .now + .seconds(7)])
        #expect(rateLimited.after(.invalidPrice, fetchFailed: true, at: .now) == rateLimited)
    }

    @Test func failure_isRenewedOnlyIfNoSourceReturnedAQuote() {
        let failed = SourceBackoff([.failed: .now + .seconds(3)])
        #expect(failed.after(.invalidPrice, fetchFailed: false, at: .now) == failed)
        #expect(
            failed.after(.invalidPrice, fetchFailed: true, at: .now) == SourceBackoff([.failed: .now + .seconds(10)]))
    }

    @Test(arguments: [Duration.zero, .seconds(-1), hour + .milliseconds(1)])
    func reason_whenItHasEndedOrIsInvalid_isRemoved(_ distance: Duration) {
        let backoff = SourceBackoff([.blocked: .now + distance])
        #expect(backoff.after(.invalidPrice, fetchFailed: false, at: .now) == nil)
    }

    @Test func skippedSource_keepsItsBackoff() {
        let error = PriceLoadingError.skipped(.seconds(7), because: .rateLimited)
        #expect(SourceBackoff([:]).after(error, fetchFailed: true, at: .now) == nil)
        let rateLimited = SourceBackoff([.rateLimited: .now + .seconds(7)])
        #expect(rateLimited.after(error, fetchFailed: true, at: .now) == rateLimited)
    }

    @Test(arguments: [
        (BackoffReason.rateLimited, hour), (.blocked, hour), (.failed, .seconds(10)),
    ])
    func remaining_isTheTimeUntilTheEndUnlessThatIsMoreThanTheMaximum(
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

    @Test func end_isThatOfEachReason() {
        let backoff = SourceBackoff([.blocked: .now, .failed: .now + .seconds(1)])
        #expect(backoff.end(of: .blocked) == .now)
        #expect(backoff.end(of: .failed) == .now + .seconds(1))
        #expect(backoff.end(of: .rateLimited) == nil)
    }
}
