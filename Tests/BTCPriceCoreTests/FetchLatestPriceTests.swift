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
    private static let refresh = CachePolicy(maxAge: .seconds(60), mode: .backgroundRefresh)
    private static let fetch = PortsDouble.Call.fetch(["binance", "coinbase"], PortsDouble.limits)
    private static let readAndLock = [PortsDouble.Call.retrieve, .loadBackoff, .lock(deadline: .seconds(2))]

    private static let refreshing = refreshing(since: .now)

    private static func refreshing(since time: Timestamp) -> Backoff {
        var backoff = Backoff()
        _ = backoff.addRefreshing(.binance, in: .usd, at: time)
        return backoff
    }

    private struct Case {
        let policy: CachePolicy
        let world: World
        let outcome: Outcome
        let calls: [PortsDouble.Call]
        /// What is stored afterwards.
        var entries: [BackoffEntry.Reason] = []
    }

    private static let cases = [
        Case(
            policy: plain, world: World(quotes: [old], reports: [.quote("binance")]), outcome: .live(live),
            calls: [.retrieve, .loadBackoff, fetch, .updateBackoff, .updateQuotes]),
        Case(policy: shared, world: World(quotes: [live]), outcome: .fresh(live, Age(.zero)), calls: [.retrieve]),
        Case(
            policy: CachePolicy(mode: .offline), world: World(quotes: [old]),
            outcome: .stale(old, Age(.seconds(300)), because: .offline), calls: [.retrieve]),
        // The lock is held until the quote is stored.
        Case(
            policy: shared, world: World(reports: [.quote("binance")]), outcome: .live(live),
            calls: readAndLock + [.retrieve, .loadBackoff, fetch, .updateBackoff, .updateQuotes, .unlock]),
        // Another run stored a quote while this one waited, or while it fetched.
        Case(
            policy: shared, world: World(whileWaiting: { ($0.now, $0.quotes) = (later, [laterQuote]) }),
            outcome: .fresh(laterQuote, Age(.zero)),
            calls: readAndLock + [.retrieve, .unlock]),
        Case(
            policy: shared,
            world: World(whileFetching: { ($0.now, $0.quotes) = (later, [laterQuote]) }, reports: failures),
            outcome: .fresh(laterQuote, Age(.zero)),
            calls: readAndLock + [.retrieve, .loadBackoff, fetch, .updateBackoff, .retrieve, .unlock],
            entries: [.failed, .failed]),
        Case(
            policy: CachePolicy(maxStale: .milliseconds(300_999)),
            world: World(whileFetching: { $0.quotes = [old] }, reports: failures),
            outcome: .stale(old, Age(.seconds(300)), because: .failed(failures)),
            calls: [.retrieve, .loadBackoff, fetch, .updateBackoff, .retrieve], entries: [.failed, .failed]),
        Case(
            policy: background, world: World(quotes: [old]),
            outcome: .stale(old, Age(.seconds(300)), because: .background(.started)),
            calls: [.retrieve, .loadBackoff, .isHeld, .updateBackoff, .refresh], entries: [.refreshing]),
        Case(
            policy: background, world: World(isHeld: true),
            outcome: .noQuote(because: .background(.alreadyRunning), .noneStored),
            calls: [.retrieve, .loadBackoff, .isHeld]),
        // Another run starts a refresh while this one reads the entries, or afterwards.
        Case(
            policy: background,
            world: World(whileLoadingBackoff: { ($0.now, $0.backoff) = (later, refreshing(since: later)) }),
            outcome: .noQuote(because: .background(.alreadyRunning), .noneStored),
            calls: [.retrieve, .loadBackoff, .isHeld], entries: [.refreshing]),
        Case(
            policy: background, world: World(whileUpdatingBackoff: { $0.backoff = refreshing }),
            outcome: .noQuote(because: .background(.alreadyRunning), .noneStored),
            calls: [.retrieve, .loadBackoff, .isHeld, .updateBackoff], entries: [.refreshing]),
        Case(
            policy: background, world: World(backoffWriteError: full),
            outcome: .noQuote(because: .background(.notStored(full)), .noneStored),
            calls: [.retrieve, .loadBackoff, .isHeld, .updateBackoff]),
        Case(
            policy: background, world: World(refreshError: 7),
            outcome: .noQuote(because: .background(.notStarted(code: 7)), .noneStored),
            calls: [.retrieve, .loadBackoff, .isHeld, .updateBackoff, .refresh, .updateBackoff]),
        // A refresh removes its entry, however it ends.
        Case(
            policy: refresh, world: World(backoff: refreshing, reports: [.quote("binance")]), outcome: .live(live),
            calls: [
                .retrieve, .loadBackoff, .lock(deadline: .zero), .retrieve, .loadBackoff, fetch, .updateBackoff,
                .updateQuotes, .unlock, .updateBackoff,
            ]),
        Case(
            policy: refresh, world: World(backoff: refreshing, lock: .held(waited: .zero)),
            outcome: .noQuote(because: .anotherRunIsFetching, .noneStored),
            calls: [
                .retrieve, .loadBackoff, .lock(deadline: .zero), .retrieve, .loadBackoff, .unlock, .updateBackoff,
            ]),
        // The entry is that of another refresh, which began after this one.
        Case(
            policy: refresh,
            world: World(
                lock: .held(waited: .zero),
                whileLoadingBackoff: { ($0.now, $0.backoff) = (later, refreshing(since: later)) }),
            outcome: .noQuote(because: .anotherRunIsFetching, .noneStored),
            calls: [
                .retrieve, .loadBackoff, .lock(deadline: .zero), .retrieve, .loadBackoff, .unlock, .updateBackoff,
            ], entries: [.refreshing]),
    ]

    @Test(arguments: cases)
    private func execute_carriesOutTheDecisionsInOrder(_ test: Case) {
        let ports = PortsDouble(test.world)
        let outcome = ports.run(test.policy).outcome
        #expect(outcome == test.outcome)
        #expect(ports.calls == test.calls)
        #expect(ports.world.backoff.entries.map(\.reason) == test.entries)
    }

    @Test func execute_whenTheFallbackReturnsAQuote_storesItBesideTheOthersAndReportsAllInOrder() {
        let rateLimit = BackoffEntry(.rateLimited, .binance, from: .now, to: .now + .seconds(9))
        let ports = PortsDouble(
            World(quotes: [Self.old], backoff: Backoff([rateLimit]), reports: [.quote("coinbase")]))
        let skipped = SourceReport.failure("binance", .skipped(.seconds(9), because: .rateLimited))
        #expect(ports.run().diagnostics.reports == [skipped, .quote("coinbase")])
        #expect(ports.world.quotes == [.from("coinbase"), Self.old])
        #expect(ports.world.backoff.entries == [rateLimit])
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

    @Test func execute_whenThePreviousRunFailed_reusesItsFailure() {
        let ports = PortsDouble(
            World(whileWaiting: {
                $0.backoff.record(
                    Self.failures, from: [.binance, .coinbase], in: .usd, allowedTime: .seconds(4), at: .now)
            }))
        let (outcome, diagnostics) = ports.run(Self.shared)
        let reports = ["binance", "coinbase"].map {
            SourceReport.failure($0, .skipped(.seconds(10), because: .failed))
        }
        #expect(outcome == .noQuote(because: .failed(reports), .noneStored))
        #expect(diagnostics.reports == reports)
        #expect(!ports.calls.contains(Self.fetch))
    }

    @Test func execute_whenTheLockTimesOut_fetchesInTheTimeLeftAndNotesIt() {
        let ports = PortsDouble(World(lock: .held(waited: .seconds(3)), reports: Self.failures))
        _ = ports.run(Self.shared)
        let limits = FetchLimits(timeout: .milliseconds(500), maxTime: .seconds(4))
        #expect(ports.calls.contains(.fetch(["binance", "coinbase"], limits)))
        #expect(ports.world.backoff.entries.map(\.allowedTime) == [.seconds(1), .seconds(1)])
    }

    @Test func execute_whenFilesCannotBeReadOrWritten_isLiveWithWarnings() {
        let rateLimit = SourceReport.failure("binance", .rateLimited(status: 429, retryAfter: nil))
        let unreadable = StoreError.unusable(path: "/cache", .incomplete)
        let world = World(
            readError: unreadable, writeError: Self.full, backoffWriteError: Self.full,
            reports: [rateLimit, .quote("coinbase")])
        let (outcome, diagnostics) = PortsDouble(world).run()
        #expect(outcome == .live(.from("coinbase")))
        #expect(diagnostics.cacheError == unreadable)
        #expect(diagnostics.storeError == Self.full)
        #expect(diagnostics.rateLimitError == Self.full)
        let failed = PortsDouble(World(backoffWriteError: Self.full, reports: Self.failures)).run().diagnostics
        #expect(failed.rateLimitError == nil, "other failures need no warning")
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
