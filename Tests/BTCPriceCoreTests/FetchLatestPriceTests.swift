import Testing

@testable import BTCPriceCore

/// That the use case carries out the decisions of `RunRequest.decide`, in this order.
@Suite struct FetchLatestPriceTests {
    private static let old = PriceQuote.from("kraken", at: .ago(.milliseconds(300_999)))
    private static let live = PriceQuote.from("binance")
    private static let failures = [
        SourceReport.failure("binance", .unexpectedStatus(500)), .failure("coinbase", .timedOut(after: .seconds(4))),
    ]
    private static let full = StoreError.system(path: "/cache", code: 28)
    private static let both = ["binance", "coinbase"]
    private static let shared = CachePolicy(maxAge: .seconds(60))

    @Test func execute_whenASourceReturnsAQuote_storesItAndIsLive() {
        let ports = PortsDouble(PortsDouble.World(quotes: [Self.old], reports: [.quote("binance")]))
        let (outcome, diagnostics) = ports.run()
        #expect(outcome == .live(Self.live))
        #expect(diagnostics.reports == [.quote("binance")])
        #expect(ports.world.quotes == [Self.live, Self.old])
        #expect(
            ports.calls == [
                .retrieve, .loadBackoff, .fetch(Self.both, PortsDouble.limits), .updateBackoff, .updateQuotes,
            ])
    }

    @Test func execute_whenAFreshQuoteIsCached_readsNothingElse() {
        let ports = PortsDouble(PortsDouble.World(quotes: [Self.live]))
        #expect(ports.run(Self.shared).outcome == .fresh(Self.live, Age(.zero)))
        #expect(ports.calls == [.retrieve])
    }

    @Test func execute_whenOffline_readsOnlyTheCache() {
        let ports = PortsDouble(PortsDouble.World(quotes: [Self.old]))
        let outcome = ports.run(CachePolicy(mode: .offline)).outcome
        #expect(outcome == .stale(Self.old, Age(.seconds(300)), because: .offline))
        #expect(ports.calls == [.retrieve])
    }

    @Test func execute_whenTheFetchFails_readsTheCacheAgain() {
        let late = PriceQuote.from("kraken", at: .ago(.seconds(1)))
        let ports = PortsDouble(
            PortsDouble.World(
                quotes: [Self.old], whileFetching: { $0.quotes = [late] }, reports: Self.failures))
        let (outcome, diagnostics) = ports.run()
        #expect(outcome == .stale(late, Age(.seconds(1)), because: .failed(Self.failures)))
        #expect(diagnostics.reports == Self.failures)
        #expect(ports.world.backoff.entries.map(\.reason) == [.failed, .failed])
        #expect(ports.world.backoff.entries.map(\.allowedTime) == [.seconds(4), .seconds(4)])
    }

    @Test func execute_whenTheFetchFailsButAnotherRunSucceeded_isFresh() {
        let ports = PortsDouble(
            PortsDouble.World(whileFetching: { $0.quotes = [Self.live] }, reports: Self.failures))
        #expect(ports.run(Self.shared).outcome == .fresh(Self.live, Age(.zero)))
    }

    @Test(arguments: [
        (CachePolicy(), NoCachedQuote.noneStored, []), (CachePolicy(maxStale: .zero), .notAllowed, [old]),
        (CachePolicy(maxStale: .seconds(300)), .tooOld(Age(.seconds(300))), [old]),
    ])
    func execute_whenNoCachedQuoteMayBePrinted_saysWhy(
        _ policy: CachePolicy, _ reason: NoCachedQuote, _ quotes: [PriceQuote]
    ) {
        let ports = PortsDouble(PortsDouble.World(quotes: quotes, reports: Self.failures))
        #expect(ports.run(policy).outcome == .noQuote(because: .failed(Self.failures), reason))
    }

    @Test func execute_withMaxAge_holdsTheLockWhileItFetchesAndStores() {
        let ports = PortsDouble(PortsDouble.World(reports: [.quote("binance")]))
        #expect(ports.run(Self.shared).outcome == .live(Self.live))
        #expect(
            ports.calls == [
                .retrieve, .loadBackoff, .lock(deadline: .seconds(2)), .retrieve, .loadBackoff,
                .fetch(Self.both, PortsDouble.limits), .updateBackoff, .updateQuotes, .unlock,
            ])
    }

    @Test func execute_afterWaiting_reusesTheResultOfThePreviousRun() {
        let successful = PortsDouble(PortsDouble.World(whileWaiting: { $0.quotes = [Self.live] }))
        #expect(successful.run(Self.shared).outcome == .fresh(Self.live, Age(.zero)))
        let failed = PortsDouble(
            PortsDouble.World(whileWaiting: { world in
                let results = [PortsDouble.binance, PortsDouble.coinbase].map {
                    (source: $0, report: SourceReport.failure($0.name, .invalidPrice))
                }
                world.backoff.record(results, in: .usd, allowedTime: .seconds(4), at: .now)
            }))
        let (outcome, diagnostics) = failed.run(Self.shared)
        #expect(outcome == .noQuote(because: .failed(diagnostics.reports), .noneStored))
        #expect(diagnostics.reports.map(\.source) == Self.both)
        #expect(!failed.calls.contains { if case .fetch = $0 { true } else { false } })
    }

    @Test func execute_whenTheLockTimesOut_fetchesWithTheTimeLeftAndNotesIt() {
        let ports = PortsDouble(
            PortsDouble.World(lock: .held(waited: .seconds(3)), reports: Self.failures))
        _ = ports.run(Self.shared)
        let limits = FetchLimits(timeout: .milliseconds(500), maxTime: .seconds(4))
        #expect(ports.calls.contains(.fetch(Self.both, limits)))
        #expect(ports.world.backoff.entries.map(\.allowedTime) == [.seconds(1), .seconds(1)])
    }

    @Test func execute_whenFilesCannotBeWritten_isLiveWithAWarning() {
        let reports = [
            SourceReport.failure("binance", .rateLimited(status: 429, retryAfter: nil)), .quote("coinbase"),
        ]
        let ports = PortsDouble(
            PortsDouble.World(
                readError: .unusable(path: "/cache", .incomplete), writeError: Self.full, backoffWriteError: Self.full,
                reports: reports))
        let (outcome, diagnostics) = ports.run()
        #expect(outcome == .live(.from("coinbase")))
        #expect(diagnostics.cacheError == .unusable(path: "/cache", .incomplete))
        #expect(diagnostics.storeError == Self.full)
        #expect(diagnostics.rateLimitError == Self.full)
    }

    @Test func execute_whenAFailureCannotBeStored_doesNotWarn() {
        let ports = PortsDouble(PortsDouble.World(backoffWriteError: Self.full, reports: Self.failures))
        #expect(ports.run().diagnostics.rateLimitError == nil)
    }

    @Test func background_startsARefreshOnceItsEntryIsStored() {
        let ports = PortsDouble(PortsDouble.World(quotes: [Self.old]))
        let policy = CachePolicy(maxAge: .seconds(60), mode: .background)
        #expect(ports.run(policy).outcome == .stale(Self.old, Age(.seconds(300)), because: .background(.started)))
        #expect(ports.calls == [.retrieve, .loadBackoff, .isHeld, .updateBackoff, .refresh])
        #expect(ports.world.backoff.isRefreshing(PortsDouble.binance, in: .usd, at: .now))
        #expect(ports.run(policy).outcome.reason == .background(.alreadyRunning))
    }

    @Test func background_whenTheEntryCannotBeStored_startsNoRefresh() {
        let ports = PortsDouble(PortsDouble.World(backoffWriteError: Self.full))
        let outcome = ports.run(CachePolicy(maxAge: .seconds(60), mode: .background)).outcome
        #expect(outcome == .noQuote(because: .background(.notStored(Self.full)), .noneStored))
        #expect(!ports.calls.contains(.refresh))
    }

    @Test func background_whenTheProcessCannotBeStarted_removesTheEntry() {
        let ports = PortsDouble(PortsDouble.World(refreshError: 7))
        let outcome = ports.run(CachePolicy(maxAge: .seconds(60), mode: .background)).outcome
        #expect(outcome.reason == .background(.notStarted(code: 7)))
        #expect(ports.world.backoff.entries.isEmpty)
    }

    @Test func background_whenAnotherRunHoldsTheLock_startsNoRefresh() {
        let ports = PortsDouble(PortsDouble.World(isHeld: true))
        let outcome = ports.run(CachePolicy(maxAge: .seconds(60), mode: .background)).outcome
        #expect(outcome.reason == .background(.alreadyRunning))
    }

    @Test(arguments: [[SourceReport.quote("binance")], failures])
    func refresh_whenItEnds_removesItsEntry(_ reports: [SourceReport]) {
        var backoff = Backoff()
        backoff.addRefreshing(PortsDouble.binance, in: .usd, at: .now)
        let ports = PortsDouble(PortsDouble.World(backoff: backoff, reports: reports))
        _ = ports.run(CachePolicy(maxAge: .seconds(60), mode: .backgroundRefresh))
        #expect(!ports.world.backoff.isRefreshing(PortsDouble.binance, in: .usd, at: .now))
        let beside = PortsDouble(PortsDouble.World(backoff: backoff, lock: .held(waited: .zero)))
        let outcome = beside.run(CachePolicy(maxAge: .seconds(60), mode: .backgroundRefresh)).outcome
        #expect(outcome.reason == .anotherRunIsFetching)
        #expect(beside.world.backoff.entries.isEmpty)
    }
}
