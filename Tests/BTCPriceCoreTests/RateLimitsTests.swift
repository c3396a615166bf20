import Testing

@testable import BTCPriceCore

@Suite struct BackoffTests {
    private static let mirror = SourceID(name: "kraken", baseURL: "https://mirror")
    private static let allowed = Duration.seconds(5)

    /// The back-off after a fetch from kraken, and from binance if it has a result.
    private func backoff(
        after kraken: PriceLoadingError, binance: SourceReport? = nil, from start: Backoff = Backoff(),
        allowing allowedTime: Duration = allowed, at now: Timestamp = .now
    ) -> Backoff {
        var backoff = start
        backoff.record(
            [.failure("kraken", kraken)] + [binance].compactMap(\.self), from: [.kraken, .binance], in: .usd,
            allowedTime: allowedTime, at: now)
        return backoff
    }

    @Test(arguments: [
        // What `Retry-After` asks for, and how long the source is skipped.
        (nil, 60), (Duration.seconds(30), 30), (.zero, 1), (.seconds(-5), 1), (.seconds(3600), 3600),
        (.seconds(86_400), 3600),
    ])
    func rateLimit_lastsAsTheSourceAsksWithinLimits(_ retryAfter: Duration?, _ seconds: Int) {
        let backoff = backoff(after: .rateLimited(status: 429, retryAfter: retryAfter))
        let end = Timestamp.now + .seconds(seconds)
        for (currency, time) in [(Currency.usd, nil), (.eur, Duration.seconds(5))] {
            let entry = backoff.reasonToSkip(.kraken, in: currency, sharedRunTime: time, at: .now)
            #expect(entry?.reason == .rateLimited && entry?.end == end)
            #expect(backoff.reasonToSkip(.kraken, in: currency, sharedRunTime: time, at: end) == nil)
        }
        for other in [Self.mirror, .binance] {
            #expect(backoff.reasonToSkip(other, in: .usd, sharedRunTime: .seconds(5), at: .now) == nil, "\(other)")
        }
    }

    @Test func blocked_lastsAnHourAndSkipsNothing() {
        let backoff = backoff(after: .blocked, binance: .quote("binance"))
        #expect(backoff.isBlocked(.kraken, at: .now + .milliseconds(3_599_999)))
        #expect(!backoff.isBlocked(.kraken, at: .now + .seconds(3600)))
        #expect(!backoff.isBlocked(Self.mirror, at: .now))
        #expect(backoff.reasonToSkip(.kraken, in: .usd, sharedRunTime: .seconds(1), at: .now) == nil)
    }

    private static let runs: [(time: Duration?, currency: Currency, seconds: Int, isSkipped: Bool)] = [
        (allowed, .usd, 0, true), (.seconds(1), .usd, 0, true), (allowed, .usd, 9, true), (allowed, .usd, 10, false),
        // A run with more time, one that does not share, and another currency.
        (allowed + .milliseconds(1), .usd, 0, false), (nil, .usd, 0, false), (allowed, .eur, 0, false),
    ]

    @Test(arguments: [
        PriceLoadingError.networkFailure("refused"), .blocked, .invalidPrice, .timedOut(after: .seconds(5)),
    ])
    func failedFetch_skipsSharedRunsWithNoMoreTimeFor10Seconds(_ error: PriceLoadingError) {
        let failed = backoff(after: error)
        for run in Self.runs {
            let now = Timestamp.now + .seconds(run.seconds)
            let entry = failed.reasonToSkip(.kraken, in: run.currency, sharedRunTime: run.time, at: now)
            #expect((entry?.reason == .failed) == run.isSkipped, "\(run)")
        }
        let successful = backoff(after: error, binance: .quote("binance"))
        #expect(successful.entries.filter { $0.reason == .failed }.isEmpty, "another source returned a quote")
    }

    /// What the first fetch was allowed, when the second one failed, and what the entry notes then, all in seconds.
    @Test(arguments: [(60, 3, 60), (5, 3, 5), (1, 3, 5), (60, 10, 5)])
    func failedEntry_whenItAppliesAndAllowedMoreTime_isKept(_ allowed: Int, _ later: Int, _ expected: Int) {
        let first = backoff(after: .invalidPrice, allowing: .seconds(allowed))
        let second = backoff(after: .invalidPrice, from: first, at: .now + .seconds(later))
        #expect(second.entries.map(\.allowedTime) == [.seconds(expected)])
        #expect(second.entries.map(\.begin) == [expected > 5 ? .now : .now + .seconds(later)])
    }

    @Test func quote_removesEveryEntryOfItsSourceExceptRefreshing() {
        var backoff = backoff(after: .rateLimited(status: 429, retryAfter: nil), binance: .failure("binance", .blocked))
        _ = backoff.addRefreshing(.binance, in: .usd, at: .now)
        backoff.record([.quote("binance")], from: [.binance], in: .eur, allowedTime: Self.allowed, at: .now)
        #expect(backoff.entries.map(\.source) == [.kraken, .binance])
        #expect(backoff.entries.map(\.reason) == [.rateLimited, .refreshing])
    }

    @Test func refreshing_lastsUntilItIsRemovedOr10Seconds() {
        var backoff = Backoff()
        let last = Timestamp.now + .milliseconds(9_999)
        let additions = [Timestamp.now, last].map { backoff.addRefreshing(.kraken, in: .usd, at: $0) }
        #expect(additions == [true, false], "one is running")
        #expect(backoff.isRefreshing(.kraken, in: .usd, at: last))
        #expect(!backoff.isRefreshing(.kraken, in: .usd, at: .now + .seconds(10)))
        #expect(!backoff.isRefreshing(.kraken, in: .eur, at: .now))
        #expect(!backoff.isRefreshing(.binance, in: .usd, at: .now))
        backoff.removeRefreshing(.kraken, in: .usd, addedUntil: .now + .milliseconds(-1))
        #expect(backoff.isRefreshing(.kraken, in: .usd, at: .now), "another refresh has added it")
        backoff.removeRefreshing(.kraken, in: .usd, addedUntil: .now)
        #expect(backoff.entries.isEmpty)
    }

    @Test(arguments: [
        // When an entry begins and ends, in seconds from now, and whether it applies.
        (-1, 1, true), (0, 10, true), (-10, 0, false), (-20, -10, false), (1, 5, false), (-1, 10, false),
        (-3600, 7200, false),
    ])
    func entry_appliesBetweenItsBeginningAndItsEndUnlessItIsTooLong(_ begin: Int, _ end: Int, _ applies: Bool) {
        let entry = BackoffEntry(
            .failed, .kraken, currency: .usd, from: .now + .seconds(begin), to: .now + .seconds(end),
            allowedTime: .seconds(5))
        var recorded = Backoff([entry])
        #expect(
            recorded.reasonToSkip(.kraken, in: .usd, sharedRunTime: .seconds(5), at: .now) == (applies ? entry : nil))
        // An entry that does not apply is removed by the next change.
        var refreshed = recorded
        recorded.record([], from: [], in: .usd, allowedTime: .zero, at: .now)
        #expect(recorded.entries == (applies ? [entry] : []))
        _ = refreshed.addRefreshing(.binance, in: .usd, at: .now)
        #expect(refreshed.entries.contains(entry) == applies)
    }

    /// What is stored about the sources, which of them are asked by a run that shares its fetch, and which are skipped.
    private static let plans: [(stored: [BackoffEntry.Reason: [SourceID]], asked: [SourceID], skipped: [String])] = [
        ([:], [.binance, .coinbase], []),
        ([.rateLimited: [.binance]], [.coinbase], ["binance"]),
        ([.rateLimited: [.binance, .coinbase]], [], ["binance", "coinbase"]),
        ([.failed: [.binance]], [.coinbase], ["binance"]),
        ([.failed: [.binance], .rateLimited: [.coinbase]], [], ["binance", "coinbase"]),
        ([.blocked: [.binance]], [.coinbase, .binance], []),
        ([.blocked: [.coinbase]], [.binance, .coinbase], []),
        ([.blocked: [.binance, .coinbase]], [.binance, .coinbase], []),
        ([.blocked: [.binance], .rateLimited: [.coinbase]], [.binance], ["coinbase"]),
        ([.refreshing: [.binance, .coinbase]], [.binance, .coinbase], []),
    ]

    @Test(arguments: plans)
    func fetchPlan_followsFromTheBackoff(
        _ stored: [BackoffEntry.Reason: [SourceID]], _ asked: [SourceID], _ skipped: [String]
    ) {
        let entries = stored.flatMap { reason, sources in
            sources.map { source in
                BackoffEntry(
                    reason, source, currency: reason == .failed || reason == .refreshing ? .usd : nil, from: .now,
                    to: .now + .seconds(8), allowedTime: .seconds(5))
            }
        }
        let plan = FetchPlan(
            [.binance, .coinbase], in: .usd, Backoff(entries), sharedRunTime: .seconds(5), at: .now)
        #expect(plan.sources == asked)
        #expect(plan.skipped.map(\.source) == skipped)
        for report in plan.skipped {
            let reason = stored[.rateLimited, default: []].map(\.name).contains(report.source)
            #expect(report.error == .skipped(.seconds(8), because: reason ? .rateLimited : .failed))
        }
        let alone = FetchPlan([.binance, .coinbase], in: .usd, Backoff(entries), sharedRunTime: nil, at: .now)
        #expect(alone.skipped.map(\.source) == (stored[.rateLimited] ?? []).map(\.name), "only a rate limit counts")
    }
}
