import SampleValues
import Testing

@testable import BTCPriceCore

/// That the use case carries out the decisions of `RunPlan.decide`, in this order.
@Suite struct FetchLatestPriceTests {
    typealias World = PortsDouble.World

    private static let old = PriceQuote.sample(from: "kraken", at: .ago(.milliseconds(300_999)))
    private static let live = PriceQuote.sample(from: "binance")
    private static let later = Timestamp.now + .seconds(1)
    private static let laterQuote = PriceQuote.sample(from: "binance", at: later)
    private static let failures = [
        SourceReport.failure(.binance, .serverError), .failure(.coinbase, .timedOut(after: .seconds(4))),
    ]
    private static let full = StoreError.unusable("/cache is full")
    private static let plain = CachePolicy()
    private static let shared = CachePolicy(maxAge: .seconds(60))
    private static let background = CachePolicy(maxAge: .seconds(60), mode: .background)
    private static let rateLimited = SourceReport.failure(.binance, .rateLimited())

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let policy: CachePolicy
        let world: World
        let ending: Ending
        /// See `PortsDouble.calls`.
        let calls: String

        init(_ condition: String, _ policy: CachePolicy, _ world: World, _ ending: Ending, _ calls: String) {
            testDescription = condition
            (self.policy, self.world, self.ending, self.calls) = (policy, world, ending, calls)
        }
    }

    @Test(arguments: [
        Case(
            "a source responds", plain, World(quotes: [old], reports: [.quote(.binance)]), .live(live),
            "read, limits, fetch binance+coinbase 1000, store"),
        Case("a cached quote is fresh", shared, World(quotes: [live]), .fresh(live), "read"),
        Case(
            "fetching is not allowed", CachePolicy(mode: .offline), World(quotes: [old]),
            .stale(old, because: .offline), "read"),
        Case(
            "a shared fetch holds the lock until the quote is stored", shared,
            World(reports: [rateLimited, .quote(.coinbase)]), .live(.sample(from: "coinbase")),
            "read, limits, lock 2000, read, limits, fetch binance+coinbase 1000, store limits, store, unlock"),
        Case(
            "another run stores a quote while this one waits", shared,
            World(whileWaiting: { ($0.now, $0.quotes) = (later, [laterQuote]) }), .fresh(laterQuote),
            "read, limits, lock 2000, read, unlock"),
        Case(
            "another run stores rate limits while this one waits", shared,
            World(whileWaiting: { $0.rateLimits = .of([.binance, .coinbase]) }),
            .noQuote(because: .failed, .noneStored), "read, limits, lock 2000, read, limits, unlock"),
        Case(
            "another run stores a quote while this one fetches", shared,
            World(whileFetching: { ($0.now, $0.quotes) = (later, [laterQuote]) }, reports: failures),
            .fresh(laterQuote), "read, limits, lock 2000, read, limits, fetch binance+coinbase 1000, read, unlock"),
        Case(
            "another run stores a quote, which is not fresh", plain,
            World(
                whileFetching: { ($0.now, $0.quotes) = (later + .seconds(300), [old, laterQuote]) }, reports: failures),
            .stale(laterQuote, because: .failed), "read, limits, fetch binance+coinbase 1000, read"),
        Case(
            "waiting for the lock uses up the timeout", shared,
            World(waited: .seconds(2), reports: [.quote(.binance)]), .live(live),
            "read, limits, lock 2000, read, limits, fetch binance+coinbase 0, store, unlock"),
        Case(
            "all sources fail, and the cached quote is as old as it may be",
            CachePolicy(maxStale: .milliseconds(300_999)),
            World(whileFetching: { $0.quotes = [old] }, reports: failures), .stale(old, because: .failed),
            "read, limits, fetch binance+coinbase 1000, read"),
        Case(
            "a refresh is due", background, World(quotes: [old]), .stale(old, because: .background(.started)),
            "read, limits, lock stamp, stamp now, refresh, unlock"),
        Case(
            "no refresh is due", background, World(quotes: [old], stamp: .ago(.milliseconds(4999))),
            .stale(old, because: .background(.notDue(Age(.seconds(4))))), "read, limits, lock stamp, unlock"),
        Case(
            "another run has just started a refresh", background,
            World(quotes: [old], whileLocking: { ($0.now, $0.stamp) = (later, later) }),
            .stale(old, because: .background(.notDue(Age(.zero)))), "read, limits, lock stamp, unlock"),
        Case(
            "another run starts a refresh", background, World(isStampLocked: true),
            .noQuote(because: .background(.leftToAnotherRun), .noneStored), "read, limits, lock stamp"),
        Case(
            "the time of a refresh cannot be stored", background, World(writeError: full),
            .noQuote(because: .background(.notStored(full)), .noneStored),
            "read, limits, lock stamp, stamp now, unlock"),
        Case(
            "a refresh cannot be started", background, World(refreshError: "no memory"),
            .noQuote(because: .background(.notStarted("no memory")), .noneStored),
            "read, limits, lock stamp, stamp now, refresh, stamp none, unlock"),
        Case(
            "no cached quote may be printed", CachePolicy(maxStale: .zero), World(quotes: [old], reports: failures),
            .noQuote(because: .failed, .notAllowed), "read, limits, fetch binance+coinbase 1000, read"),
        Case(
            "the cached quote becomes too old", CachePolicy(maxStale: .milliseconds(301_998)),
            World(quotes: [old], whileFetching: { $0.now = later }, reports: failures),
            .noQuote(because: .failed, .tooOld(Age(.seconds(301)))),
            "read, limits, fetch binance+coinbase 1000, read"),
        Case(
            "a cached quote is too old, and another one is from the future", CachePolicy(maxStale: .seconds(300)),
            World(quotes: [old, laterQuote], reports: failures),
            .stale(DeliveredQuote(laterQuote, .stale, age: Age(.zero)), because: .failed),
            "read, limits, fetch binance+coinbase 1000, read"),
    ])
    func execute_carriesOutDecisionsInOrder(_ test: Case) {
        let ports = PortsDouble(test.world)
        #expect(ports.run(test.policy).ending == test.ending)
        #expect(ports.calls == test.calls)
    }

    @Test func execute_whenFallbackReturnsQuote_storesItBesideOthers() {
        let ports = PortsDouble(World(quotes: [Self.old], rateLimits: .of([.binance]), reports: [.quote(.coinbase)]))
        #expect(ports.run().diagnostics.reports == [SourceReport.skipped[0], .quote(.coinbase)])
        #expect(ports.world.quotes == [.sample(from: "coinbase"), Self.old])
    }

    @Test func execute_whenAnotherRunHasJustStoredANewerQuote_keepsIt() {
        let ports = PortsDouble(
            World(whileLocking: { ($0.now, $0.quotes) = (Self.later, [Self.laterQuote]) }, reports: [.quote(.binance)]))
        #expect(ports.run().ending == .live(Self.live))
        #expect(ports.world.quotes == [Self.laterQuote])
    }

    @Test func execute_whenSourceIsRateLimited_storesItsLimitBesideOthers() {
        let ports = PortsDouble(World(rateLimits: .of([.kraken]), reports: [Self.rateLimited]))
        _ = ports.run()
        let kraken = RateLimits.of([.kraken]).entries
        #expect(ports.world.rateLimits.entries == kraken + [RateLimit(.binance, from: .now, to: .now + .seconds(60))])
    }

    @Test(arguments: [plain, shared, background])
    func execute_whenEverySourceIsRateLimited_reportsThem(_ policy: CachePolicy) {
        let ports = PortsDouble(World(rateLimits: .of([.binance, .coinbase])))
        #expect(ports.run(policy).diagnostics.reports == SourceReport.skipped)
    }

    private static let blocked = PriceLoadingError.blocked("HTTP 451", isCertain: true)
    private static let perhapsBlocked = PriceLoadingError.blocked("HTTP 403", isCertain: false)
    private static let mirror = Endpoint(sourceName: "kraken", baseURLHash: "1")

    /// The errors of binance and coinbase, which sources are rate-limited, and which of kraken and bitstamp is named.
    @Test(
        arguments: [
            ("no source is blocked", [.serverError, .invalidPrice], [], nil),
            ("the primary is blocked", [blocked, nil], [], "kraken"),
            ("the fallback may be blocked", [.serverError, perhapsBlocked], [], "kraken"),
            ("the first other source is rate-limited", [blocked, nil], [.kraken], "bitstamp"),
            ("all other sources are rate-limited", [blocked, blocked], [.kraken, .bitstamp], nil),
            ("a mirror of the other source is rate-limited", [blocked, nil], [mirror], "kraken"),
            ("the primary is rate-limited", [nil, .serverError], [.binance], nil),
        ] as [(String, [PriceLoadingError?], [Endpoint], String?)])
    func otherSource_isFirstNotRateLimitedIfSourceIsBlocked(
        _ condition: String, _ errors: [PriceLoadingError?], _ limited: [Endpoint], _ otherSource: String?
    ) {
        let reports = zip([Endpoint.binance, .coinbase], errors).map { source, error in
            error.map { SourceReport.failure(source, $0) } ?? .quote(source)
        }
        let world = World(rateLimits: .of(limited), reports: reports)
        #expect(PortsDouble(world).run().diagnostics.otherSource == otherSource)
    }

    @Test func execute_whenFilesCannotBeReadOrWritten_isLiveWithWarnings() {
        let unreadable = StoreError.unusable("/cache is a directory")
        let reports = [Self.rateLimited, .quote(.coinbase)]
        let outcome = PortsDouble(World(readError: unreadable, writeError: Self.full, reports: reports)).run()
        #expect(outcome.ending == .live(.sample(from: "coinbase")))
        #expect(outcome.diagnostics.cacheError == unreadable)
        #expect(outcome.diagnostics.storeError == Self.full)
        #expect(outcome.diagnostics.rateLimitError == Self.full)
    }

    @Test func execute_whenCacheCanNoLongerBeRead_usesWhatWasReadBefore() {
        let world = World(quotes: [Self.old], whileFetching: { $0.readError = Self.full }, reports: Self.failures)
        let outcome = PortsDouble(world).run()
        #expect(outcome.ending == .stale(Self.old, because: .failed))
        #expect(outcome.diagnostics.cacheError == Self.full)
        #expect(outcome.diagnostics.reports == Self.failures)
    }

    @Test func execute_whenCacheCanBeReadLater_reportsNoError() {
        let world = World(readError: Self.full, whileFetching: { $0.readError = nil }, reports: Self.failures)
        #expect(PortsDouble(world).run().diagnostics.cacheError == nil)
    }
}

extension Ending {
    fileprivate static func live(_ quote: PriceQuote) -> Ending { .quote(DeliveredQuote(quote, .live)) }
    fileprivate static func fresh(_ quote: PriceQuote) -> Ending { .quote(DeliveredQuote(quote, .fresh)) }

    /// A quote of five minutes.
    fileprivate static func stale(_ quote: PriceQuote, because reason: NoFreshQuote) -> Ending {
        .stale(DeliveredQuote(quote, .stale, age: Age(.seconds(300))), because: reason)
    }
}
