import Testing

@testable import BTCPriceCore

/// That the use case carries out the decisions of `RunRequest.decide`, in this order.
@Suite struct FetchLatestPriceTests {
    typealias World = PortsDouble.World

    private static let old = PriceQuote.from("kraken", at: .ago(.milliseconds(300_999)))
    private static let live = PriceQuote.from("binance")
    private static let later = Timestamp.now + .seconds(1)
    private static let laterQuote = PriceQuote.from("binance", at: later)
    private static let failures = [
        SourceReport.failure("binance", .unexpectedStatus(500)), .failure("coinbase", .timedOut(after: .seconds(4))),
    ]
    private static let full = StoreError.system(path: "/cache", code: 28)
    private static let plain = CachePolicy()
    private static let shared = CachePolicy(maxAge: .seconds(60))
    private static let background = CachePolicy(maxAge: .seconds(60), mode: .background)
    private static let fetch = PortsDouble.Call.fetch(["binance", "coinbase"], PortsDouble.limits)
    private static let readAndLock = [PortsDouble.Call.retrieve, .loadRateLimits, .lock(deadline: .seconds(2))]
    private static let lookAtStamp = [PortsDouble.Call.retrieve, .loadRateLimits, .lockStamp]
    private static let bothLimited = RateLimits(
        [.binance, .coinbase].map { RateLimit($0, from: .now, to: .now + .seconds(9)) })
    private static let skipped = ["binance", "coinbase"].map {
        SourceReport.failure($0, .skipped(timeLeft: .seconds(9)))
    }
    private static let tooManyRequests = SourceReport.failure("binance", .rateLimited(status: 429, retryAfter: nil))

    private struct Case {
        let policy: CachePolicy
        let world: World
        let outcome: Outcome
        let calls: [PortsDouble.Call]
    }

    private static let cases = [
        Case(
            policy: plain, world: World(quotes: [old], reports: [.quote("binance")]), outcome: .live(live),
            calls: [.retrieve, .loadRateLimits, fetch, .updateQuotes]),
        Case(policy: shared, world: World(quotes: [live]), outcome: .fresh(live, Age(.zero)), calls: [.retrieve]),
        Case(
            policy: CachePolicy(mode: .offline), world: World(quotes: [old]),
            outcome: .stale(old, Age(.seconds(300)), because: .offline), calls: [.retrieve]),
        // The lock is held until the quote is stored.
        Case(
            policy: shared, world: World(reports: [tooManyRequests, .quote("coinbase")]),
            outcome: .live(.from("coinbase")),
            calls: readAndLock + [
                .retrieve, .loadRateLimits, fetch, .updateRateLimits, .updateQuotes, .unlock,
            ]),
        // Another run stored a quote or rate limits while this one waited, or a quote while it fetched.
        Case(
            policy: shared, world: World(whileWaiting: { ($0.now, $0.quotes) = (later, [laterQuote]) }),
            outcome: .fresh(laterQuote, Age(.zero)), calls: readAndLock + [.retrieve, .unlock]),
        Case(
            policy: shared, world: World(whileWaiting: { $0.rateLimits = bothLimited }),
            outcome: .noQuote(because: .failed(skipped), .noneStored),
            calls: readAndLock + [.retrieve, .loadRateLimits, .unlock]),
        Case(
            policy: shared,
            world: World(whileFetching: { ($0.now, $0.quotes) = (later, [laterQuote]) }, reports: failures),
            outcome: .fresh(laterQuote, Age(.zero)),
            calls: readAndLock + [.retrieve, .loadRateLimits, fetch, .retrieve, .unlock]),
        Case(
            policy: shared, world: World(waited: .seconds(2), reports: [.quote("binance")]), outcome: .live(live),
            calls: readAndLock + [
                .retrieve, .loadRateLimits,
                .fetch(["binance", "coinbase"], FetchLimits(timeout: .zero, maxTime: .seconds(4))), .updateQuotes,
                .unlock,
            ]),
        Case(
            policy: CachePolicy(maxStale: .milliseconds(300_999)),
            world: World(whileFetching: { $0.quotes = [old] }, reports: failures),
            outcome: .stale(old, Age(.seconds(300)), because: .failed(failures)),
            calls: [.retrieve, .loadRateLimits, fetch, .retrieve]),
        Case(
            policy: background, world: World(quotes: [old]),
            outcome: .stale(old, Age(.seconds(300)), because: .background(.started)),
            calls: lookAtStamp + [.stamp(.now), .refresh, .unlock]),
        Case(
            policy: background, world: World(quotes: [old], stamp: .ago(.milliseconds(4999))),
            outcome: .stale(old, Age(.seconds(300)), because: .background(.notDue(Age(.seconds(4))))),
            calls: lookAtStamp + [.unlock]),
        Case(
            policy: background, world: World(isStampLocked: true),
            outcome: .noQuote(because: .background(.started), .noneStored), calls: lookAtStamp),
        Case(
            policy: background, world: World(writeError: full),
            outcome: .noQuote(because: .background(.notStored(full)), .noneStored),
            calls: lookAtStamp + [.stamp(.now), .unlock]),
        Case(
            policy: background, world: World(refreshError: 7),
            outcome: .noQuote(because: .background(.notStarted(code: 7)), .noneStored),
            calls: lookAtStamp + [.stamp(.now), .refresh, .stamp(nil), .unlock]),
    ]

    @Test(arguments: cases)
    private func execute_carriesOutTheDecisionsInOrder(_ test: Case) {
        let ports = PortsDouble(test.world)
        #expect(ports.run(test.policy).outcome == test.outcome)
        #expect(ports.calls == test.calls)
    }

    @Test func execute_whenTheFallbackReturnsAQuote_storesItBesideTheOthersAndReportsAllInOrder() {
        let rateLimits = RateLimits([RateLimit(.binance, from: .now, to: .now + .seconds(9))])
        let ports = PortsDouble(World(quotes: [Self.old], rateLimits: rateLimits, reports: [.quote("coinbase")]))
        #expect(ports.run().diagnostics.reports == [Self.skipped[0], .quote("coinbase")])
        #expect(ports.world.quotes == [.from("coinbase"), Self.old])
    }

    @Test func execute_whenASourceIsRateLimited_storesItsLimitBesideTheOthers() {
        let kraken = RateLimit(.kraken, from: .now, to: .now + .seconds(9))
        let ports = PortsDouble(World(rateLimits: RateLimits([kraken]), reports: [Self.tooManyRequests]))
        _ = ports.run()
        #expect(ports.world.rateLimits.entries == [kraken, RateLimit(.binance, from: .now, to: .now + .seconds(60))])
    }

    @Test func execute_whenEverySourceIsRateLimited_reportsThem() {
        let diagnostics = PortsDouble(World(rateLimits: Self.bothLimited)).run().diagnostics
        #expect(diagnostics.reports == Self.skipped)
    }

    @Test(arguments: [
        (plain, NoCachedQuote.noneStored, []), (CachePolicy(maxStale: .zero), .notAllowed, [old]),
        (CachePolicy(maxStale: .milliseconds(300_998)), .tooOld(Age(.seconds(300))), [old]),
    ])
    func execute_whenNoCachedQuoteMayBePrinted_saysWhy(
        _ policy: CachePolicy, _ reason: NoCachedQuote, _ quotes: [PriceQuote]
    ) {
        let outcome = PortsDouble(World(quotes: quotes, reports: Self.failures)).run(policy).outcome
        #expect(outcome == .noQuote(because: .failed(Self.failures), reason))
    }

    @Test func execute_whenFilesCannotBeReadOrWritten_isLiveWithWarnings() {
        let unreadable = StoreError.unusable(path: "/cache", .incomplete)
        let world = World(
            readError: unreadable, writeError: Self.full, reports: [Self.tooManyRequests, .quote("coinbase")])
        let (outcome, diagnostics) = PortsDouble(world).run()
        #expect(outcome == .live(.from("coinbase")))
        #expect(diagnostics.cacheError == unreadable)
        #expect(diagnostics.storeError == Self.full)
        #expect(diagnostics.rateLimitError == Self.full)
    }

    @Test func execute_whenTheCacheCanNoLongerBeRead_usesWhatWasReadBefore() {
        let world = World(quotes: [Self.old], whileFetching: { $0.readError = Self.full }, reports: Self.failures)
        let (outcome, diagnostics) = PortsDouble(world).run()
        #expect(outcome == .stale(Self.old, Age(.seconds(300)), because: .failed(Self.failures)))
        #expect(diagnostics.cacheError == Self.full)
    }

    @Test func execute_whenTheCacheCanBeReadLater_reportsNoError() {
        let world = World(readError: Self.full, whileFetching: { $0.readError = nil }, reports: Self.failures)
        #expect(PortsDouble(world).run().diagnostics.cacheError == nil)
    }
}
