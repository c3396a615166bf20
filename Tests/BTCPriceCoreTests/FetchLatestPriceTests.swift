import SampleValues
import Testing

@testable import BTCPriceCore

/// That a run carries out its decisions; `RunPlanTests` has the decisions themselves.
@Suite struct FetchLatestPriceTests {
    private static let old = PriceQuote.sample(from: "kraken", at: .ago(.milliseconds(300_999)))
    private static let live = PriceQuote.sample(from: "binance")
    private static let later = Timestamp.now + .seconds(1)
    private static let laterQuote = PriceQuote.sample(from: "binance", at: later)
    private static let failures = [
        SourceReport.failure(.binance, .serverError), .failure(.coinbase, .invalidPrice),
    ]
    private static let full = StoreError.unusable("/cache is full")
    private static let shared = CachePolicy(maxAge: .seconds(60))
    private static let background = CachePolicy(maxAge: .seconds(60), mode: .background)
    private static let rateLimited = SourceReport.failure(.binance, .rateLimited())

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let policy: CachePolicy
        let arrange: @Sendable (Ports) -> Void
        let outcome: Outcome
        let asked: [String]

        init(
            _ condition: String, _ policy: CachePolicy, _ arrange: @escaping @Sendable (Ports) -> Void,
            _ outcome: Outcome, asked: String...
        ) {
            testDescription = condition
            (self.policy, self.arrange, self.outcome, self.asked) = (policy, arrange, outcome, asked)
        }
    }

    private static let fetches = [
        Case("a source responds", CachePolicy(), { $0.reports = [.quote(.binance)] }, .live(live), asked: "binance"),
        Case("a cached quote is fresh", shared, { $0.store.quotes = [live] }, .fresh(live)),
        Case(
            "fetching is not allowed", CachePolicy(mode: .offline), { $0.store.quotes = [old] },
            .stale(old, because: .offline)),
        Case(
            "another run stores a quote while this one waits", shared,
            { ports in ports.whileWaiting = { (ports.wallTime, ports.store.quotes) = (later, [laterQuote]) } },
            .fresh(laterQuote)),
        Case(
            "another run stores a quote while this one fetches", shared,
            {
                failLater($0)
                $0.store.quotes = [laterQuote]
            }, .fresh(laterQuote), asked: "binance", "coinbase"),
        Case(
            "all sources fail, and the cached quote is as old as it may be",
            CachePolicy(maxStale: .milliseconds(300_999)),
            { ($0.reports, $0.store.quotes) = (failures, [old]) }, .stale(old, because: .failed),
            asked: "binance", "coinbase"),
        Case(
            "the cached quote becomes too old", CachePolicy(maxStale: .milliseconds(301_998)),
            {
                failLater($0)
                $0.store.quotes = [old]
            }, .noQuote(because: .failed, .tooOld(Age(.seconds(301)))), asked: "binance", "coinbase"),
        Case(
            "a cached quote is too old, and another one is from the future", CachePolicy(maxStale: .seconds(300)),
            { ($0.reports, $0.store.quotes) = (failures, [old, laterQuote]) },
            .stale(DeliveredQuote(quote: laterQuote, freshness: .stale, age: Age(.zero)), because: .failed),
            asked: "binance", "coinbase"),
    ]

    /// All sources fail, which takes some time.
    private static func failLater(_ ports: Ports) {
        ports.reports = failures
        ports.whileFetching = { ports.wallTime = later }
    }

    private static func quoteSinceLastRefresh(_ source: String, _ outcome: RefreshOutcome) -> Case {
        let quote = PriceQuote.sample(from: source, at: .ago(.seconds(2)))
        return Case(
            "\(source) has a quote since the last refresh", CachePolicy(maxAge: .seconds(1), mode: .background),
            { ($0.store.quotes, $0.time) = ([quote], .ago(.milliseconds(4999))) },
            .stale(quote, age: 2, because: .background(outcome)))
    }

    private static let refreshes = [
        quoteSinceLastRefresh("coinbase", .started), quoteSinceLastRefresh("kraken", .notDue(Age(.seconds(4)))),
        Case("a refresh is due", background, { $0.store.quotes = [old] }, .stale(old, because: .background(.started))),
        Case(
            "no refresh is due", background,
            { ($0.store.quotes, $0.time) = ([old], .ago(.milliseconds(4999))) },
            .stale(old, because: .background(.notDue(Age(.seconds(4)))))),
        Case(
            "another run has just started a refresh", background,
            { ports in
                ports.store.quotes = [old]
                ports.whileLockingStamp = { (ports.wallTime, ports.time) = (later, later) }
            }, .stale(old, because: .background(.notDue(Age(.zero))))),
        Case(
            "another run starts a refresh", background, { $0.isStampLocked = true },
            .noQuote(because: .background(.leftToAnotherRun), .noneStored)),
        Case(
            "the time of a refresh cannot be stored", background, { $0.stampError = full },
            .noQuote(because: .background(.notStored(full)), .noneStored)),
        Case(
            "a refresh cannot be started", background, { $0.refreshError = "no memory" },
            .noQuote(because: .background(.notStarted("no memory")), .noneStored)),
    ]

    @Test(arguments: fetches + refreshes)
    func execute_carriesOutDecisions(_ test: Case) {
        let ports = Ports()
        test.arrange(ports)
        let wasLocked = ports.isStampLocked
        #expect(ports.run(test.policy).outcome == test.outcome)
        #expect(ports.asked == test.asked)
        #expect(!ports.isFetchLocked && ports.isStampLocked == wasLocked, "what it has locked is free again")
    }

    /// A process that does not start leaves no time, so that the next run tries again.
    @Test(arguments: [nil, "no memory"])
    func refresh_isStartedWithItsTimeStoredAndLocked(_ error: String?) {
        let ports = Ports()
        ports.refreshError = error
        _ = ports.run(Self.background)
        #expect(ports.refreshes == [.now] && ports.time == (error == nil ? .now : nil))
    }

    /// Then the next run finds the quote.
    @Test func sharedFetch_holdsTheLockUntilTheQuoteIsStored() {
        let (ports, policy) = (Ports(), Self.shared)
        var wasLocked = false
        ports.reports = [.quote(.binance)]
        ports.store.whileLocking = { wasLocked = ports.isFetchLocked }
        _ = ports.run(policy)
        #expect(wasLocked && !ports.isFetchLocked)
        ports.reports = []
        #expect(ports.run(policy).outcome == .fresh(Self.live))
    }

    @Test func execute_whenFallbackReturnsQuote_storesItBesideOthers() {
        let ports = Ports()
        (ports.store.quotes, ports.rateLimits, ports.reports) = ([Self.old], .of([.binance]), [.quote(.coinbase)])
        #expect(ports.run().diagnostics.reports == [SourceReport.skipped[0], .quote(.coinbase)])
        #expect(ports.store.quotes == [.sample(from: "coinbase"), Self.old])
    }

    @Test func execute_whenAnotherRunHasJustStoredANewerQuote_keepsIt() {
        let ports = Ports()
        ports.reports = [.quote(.binance)]
        ports.store.whileLocking = { (ports.wallTime, ports.store.quotes) = (Self.later, [Self.laterQuote]) }
        #expect(ports.run().outcome == .live(Self.live))
        #expect(ports.store.quotes == [Self.laterQuote])
    }

    @Test func execute_whenSourceIsRateLimited_storesItsLimitBesideOthers() {
        let ports = Ports()
        (ports.rateLimits, ports.reports) = (.of([.kraken]), [Self.rateLimited])
        #expect(ports.run().diagnostics.alternatives == ["bitstamp"])
        let kraken = RateLimitTable.of([.kraken]).entries
        #expect(ports.rateLimits.entries == kraken + [RateLimit(.binance, from: .now, to: .now + .seconds(60))])
    }

    @Test(arguments: [CachePolicy(), shared, background])
    func execute_whenEverySourceIsRateLimited_reportsThem(_ policy: CachePolicy) {
        let ports = Ports()
        ports.rateLimits = .of([.binance, .coinbase])
        #expect(ports.run(policy).diagnostics.reports == SourceReport.skipped)
        #expect(ports.asked.isEmpty && ports.refreshes.isEmpty)
    }

    @Test func execute_whenFilesCannotBeReadOrWritten_isLiveWithWarnings() {
        let ports = Ports()
        let unreadable = StoreError.unusable("/cache is a directory")
        ports.reports = [Self.rateLimited, .quote(.coinbase)]
        (ports.store.readError, ports.store.writeError, ports.rateLimitError) = (unreadable, Self.full, Self.full)
        let result = ports.run()
        #expect(result.outcome == .live(.sample(from: "coinbase")))
        #expect(result.diagnostics.cacheError == unreadable)
        #expect(result.diagnostics.storeError == Self.full)
        #expect(result.diagnostics.rateLimitError == Self.full)
    }

    @Test func execute_whenCacheCanNoLongerBeRead_usesWhatWasReadBefore() {
        let ports = Ports()
        (ports.store.quotes, ports.reports) = ([Self.old], Self.failures)
        ports.whileFetching = { ports.store.readError = Self.full }
        let result = ports.run()
        #expect(result.outcome == .stale(Self.old, because: .failed))
        #expect(result.diagnostics.cacheError == Self.full && result.diagnostics.reports == Self.failures)
    }
}

extension Outcome {
    fileprivate static func live(_ quote: PriceQuote) -> Outcome {
        .quote(DeliveredQuote(quote: quote, freshness: .live, age: Age(.zero)))
    }
    fileprivate static func fresh(_ quote: PriceQuote) -> Outcome {
        .quote(DeliveredQuote(quote: quote, freshness: .fresh, age: Age(.zero)))
    }

    /// By default a quote of five minutes.
    fileprivate static func stale(
        _ quote: PriceQuote, age: Int = 300, because reason: Outcome.NoFreshQuoteReason
    ) -> Outcome {
        let delivered = DeliveredQuote(
            quote: quote, freshness: .stale, age: Age(.seconds(age)), isOfAnotherSource: quote.sourceName == "kraken")
        return .stale(delivered, because: reason)
    }
}
