import Testing

@testable import BTCPriceCore

@Suite struct BackoffTests {
    private static let kraken = SourceID(name: "kraken", baseURL: "https://api.kraken.com")
    private static let mirror = SourceID(name: "kraken", baseURL: "https://mirror")
    private static let binance = SourceID(name: "binance", baseURL: "https://data-api.binance.vision")
    private static let allowed = Duration.seconds(5)

    /// The back-off after a fetch from kraken, and from binance if it has a result.
    private func backoff(
        after kraken: PriceLoadingError, binance: SourceReport? = nil, from start: Backoff = Backoff(),
        allowing allowedTime: Duration = allowed, at now: Timestamp = .now
    ) -> Backoff {
        var backoff = start
        let results =
            [(Self.kraken, SourceReport.failure("kraken", kraken))] + (binance.map { [(Self.binance, $0)] } ?? [])
        backoff.record(results.map { (source: $0.0, report: $0.1) }, in: .usd, allowedTime: allowedTime, at: now)
        return backoff
    }

    @Test(arguments: [
        // What `Retry-After` asks for, and how long the source is skipped.
        (nil, 60), (Duration.seconds(30), 30), (.zero, 1), (.seconds(-5), 1), (.seconds(3600), 3600),
        (.seconds(86_400), 3600),
    ])
    func rateLimit_lastsAsTheSourceAsksWithinLimits(_ retryAfter: Duration?, _ seconds: Int) {
        let backoff = backoff(after: .rateLimited(status: 429, retryAfter: retryAfter))
        for (currency, time) in [(Currency.usd, nil), (.eur, Duration.seconds(5))] {
            let skip = backoff.reasonToSkip(Self.kraken, in: currency, sharedRunTime: time, at: .now)
            #expect(skip?.reason == .rateLimited)
            #expect(skip?.remaining == .seconds(seconds))
            let end = Timestamp.now + .seconds(seconds)
            #expect(backoff.reasonToSkip(Self.kraken, in: currency, sharedRunTime: time, at: end) == nil)
        }
    }

    @Test func rateLimit_appliesToOneBaseURL() {
        let backoff = backoff(after: .rateLimited(status: 429, retryAfter: nil))
        #expect(backoff.reasonToSkip(Self.mirror, in: .usd, sharedRunTime: .seconds(5), at: .now) == nil)
        #expect(backoff.reasonToSkip(Self.binance, in: .usd, sharedRunTime: .seconds(5), at: .now) == nil)
    }

    @Test func blocked_lastsAnHourAndSkipsNothing() {
        let backoff = backoff(after: .blocked, binance: .quote("binance"))
        #expect(backoff.isBlocked(Self.kraken, at: .now + .milliseconds(3_599_999)))
        #expect(!backoff.isBlocked(Self.kraken, at: .now + .seconds(3600)))
        #expect(!backoff.isBlocked(Self.mirror, at: .now))
        #expect(backoff.reasonToSkip(Self.kraken, in: .usd, sharedRunTime: .seconds(1), at: .now) == nil)
    }

    @Test(arguments: [
        PriceLoadingError.networkFailure("refused"), .blocked, .invalidPrice, .timedOut(after: .seconds(5)),
    ])
    func failedFetch_skipsSharedRunsWithNoMoreTimeFor10Seconds(_ error: PriceLoadingError) {
        let backoff = backoff(after: error)
        func isSkipped(_ time: Duration?, _ currency: Currency = .usd, after seconds: Int = 0) -> Bool {
            let now = Timestamp.now + .seconds(seconds)
            return backoff.reasonToSkip(Self.kraken, in: currency, sharedRunTime: time, at: now)?.reason == .failed
        }
        #expect(isSkipped(Self.allowed) && isSkipped(.seconds(1)) && isSkipped(Self.allowed, after: 9))
        #expect(!isSkipped(Self.allowed + .milliseconds(1)), "a run with more time asks")
        #expect(!isSkipped(nil), "a run that does not share asks")
        #expect(!isSkipped(Self.allowed, .eur), "another currency")
        #expect(!isSkipped(Self.allowed, after: 10))
    }

    @Test func failedSource_whenAnotherReturnedAQuote_isNotSkipped() {
        #expect(backoff(after: .invalidPrice, binance: .quote("binance")).entries.isEmpty)
    }

    @Test func failedEntry_whenItAllowedMoreTime_isKept() {
        let long = backoff(after: .invalidPrice, allowing: .seconds(60))
        let later = Timestamp.now + .seconds(3)
        #expect(backoff(after: .invalidPrice, from: long, allowing: .seconds(5), at: later) == long)
        let short = backoff(after: .invalidPrice, allowing: .seconds(1))
        #expect(backoff(after: .invalidPrice, from: short, at: later).entries.map(\.allowedTime) == [Self.allowed])
        let ended = Timestamp.now + .seconds(10)
        #expect(backoff(after: .invalidPrice, from: long, at: ended).entries.map(\.allowedTime) == [Self.allowed])
    }

    @Test func quote_removesEveryEntryOfItsSource() {
        var backoff = backoff(after: .rateLimited(status: 429, retryAfter: nil), binance: .failure("binance", .blocked))
        let result = (source: Self.binance, report: SourceReport.quote("binance"))
        backoff.record([result], in: .eur, allowedTime: Self.allowed, at: .now)
        #expect(backoff.entries.map(\.source) == [Self.kraken])
    }

    @Test func skippedSource_keepsItsEntry() {
        let limited = backoff(after: .rateLimited(status: 429, retryAfter: nil))
        let after = backoff(after: .skipped(.seconds(60), because: .rateLimited), from: limited)
        #expect(after == limited)
    }

    @Test func refreshing_lastsUntilItIsRemovedOr10Seconds() {
        var backoff = Backoff()
        backoff.addRefreshing(Self.kraken, in: .usd, at: .now)
        #expect(backoff.isRefreshing(Self.kraken, in: .usd, at: .now + .milliseconds(9_999)))
        #expect(!backoff.isRefreshing(Self.kraken, in: .usd, at: .now + .seconds(10)))
        #expect(!backoff.isRefreshing(Self.kraken, in: .eur, at: .now))
        #expect(!backoff.isRefreshing(Self.binance, in: .usd, at: .now))
        backoff.removeRefreshing(Self.kraken, in: .usd)
        #expect(backoff.entries.isEmpty)
    }

    @Test(arguments: [
        // When an entry begins and ends, in seconds from now, and whether it applies.
        (-1, 1, true), (0, 10, true), (-10, 0, false), (-20, -10, false), (1, 5, false), (-1, 10, false),
        (-3600, 7200, false),
    ])
    func entry_appliesBetweenItsBeginningAndItsEndUnlessItIsTooLong(_ begin: Int, _ end: Int, _ applies: Bool) {
        let entry = BackoffEntry(
            .failed, Self.kraken, currency: .usd, from: .now + .seconds(begin), to: .now + .seconds(end),
            allowedTime: .seconds(5))
        var backoff = Backoff([entry])
        #expect((backoff.reasonToSkip(Self.kraken, in: .usd, sharedRunTime: .seconds(5), at: .now) != nil) == applies)
        backoff.removeInvalid(at: .now)
        #expect(backoff.entries.isEmpty == !applies)
    }
}
