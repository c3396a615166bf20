import BTCPriceCore
import Synchronization
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct FetchLatestPriceTests {
    private static let now = 1_761_594_999.0
    private static let failure = FetchFailure(causes: [.init(source: "binance", error: .unexpectedStatus(451))])

    @Test func fetched_isPrintedFreshAndKept() {
        let run = Run(fetched: .success(.from("binance", at: Self.now)))
        #expect(run() == .fresh(.delivered("binance", at: Self.now)))
        #expect(run.store.messages == [.insert("binance")])
    }

    @Test func offline_printsTheCachedQuoteAsStaleAndAsksNobody() {
        let run = Run(cached: .from("binance", at: Self.now - 59), policy: CachePolicy(isOffline: true))
        #expect(run() == .stale(.stale("binance", at: Self.now - 59, age: 59), because: nil))
        #expect(run.fetches == 0)
    }

    @Test func offlineWithoutACachedQuote_isUnavailable() {
        #expect(Run(policy: CachePolicy(isOffline: true))() == .unavailable(because: nil, tooOld: nil))
    }

    @Test func cachedYoungerThanMaxAge_isFreshAndAsksNobody() {
        let run = Run(
            cached: .from("binance", at: Self.now - 59),
            policy: CachePolicy(maxAge: .seconds(60), sources: ["binance", "coinbase"]))
        let expected = DeliveredQuote(
            quote: .from("binance", at: Self.now - 59), isCached: true, isStale: false, age: Age(.seconds(59)))
        #expect(run() == .fresh(expected))
        #expect(run.fetches == 0)
    }

    private static let unfit: [(CachePolicy, Double)] = [
        (CachePolicy(maxAge: .seconds(60), sources: ["binance"]), 60),
        (CachePolicy(maxAge: .seconds(60), sources: ["kraken"]), 1),
        (CachePolicy(maxAge: .seconds(60), sources: ["binance"]), -1),
        (CachePolicy(maxAge: .zero, sources: ["binance"]), 0),
    ]

    @Test(arguments: unfit)
    func cachedTooOldOrOfAnotherSourceOrFromTheFuture_isNotFresh(_ policy: CachePolicy, _ age: Double) {
        let run = Run(
            cached: .from("binance", at: Self.now - age), fetched: .success(.from("coinbase", at: Self.now)),
            policy: policy)
        #expect(run() == .fresh(.delivered("coinbase", at: Self.now)))
    }

    @Test func failedFetch_printsTheCachedQuoteOfAnySourceAsStale() {
        let run = Run(cached: .from("kraken", at: Self.now - 300), policy: CachePolicy(sources: ["binance"]))
        #expect(run() == .stale(.stale("kraken", at: Self.now - 300, age: 300), because: Self.failure))
    }

    @Test func failedFetchWithoutACachedQuote_isUnavailable() {
        #expect(Run()() == .unavailable(because: Self.failure, tooOld: nil))
    }

    @Test(arguments: [(Duration.seconds(299), false), (.seconds(300), true), (.zero, false)])
    func maxStale_boundsWhatIsPrintedAsStale(_ maxStale: Duration, _ isPrinted: Bool) {
        let outcome = Run(cached: .from("binance", at: Self.now - 300), policy: CachePolicy(maxStale: maxStale))()
        if case .stale = outcome { #expect(isPrinted) } else { #expect(!isPrinted) }
    }

    @Test func futureQuote_isPrintedWithAgeZero() {
        let run = Run(cached: .from("binance", at: Self.now + 900))
        #expect(run() == .stale(.stale("binance", at: Self.now + 900, age: 0), because: Self.failure))
    }

    @Test func unusableCache_countsAsNoneAndIsReported() {
        let run = Run(cached: nil, retrieveError: PriceStoreError("it is not whole"))
        #expect(run() == .unavailable(because: Self.failure, tooOld: nil))
        #expect(run.problems == [.unusable(PriceStoreError("it is not whole"))])
    }

    @Test func cacheThatCannotBeWritten_isReportedAndTheQuotePrinted() {
        let run = Run(
            fetched: .success(.from("binance", at: Self.now)), insertError: PriceStoreError("No space left on device"))
        #expect(run() == .fresh(.delivered("binance", at: Self.now)))
        #expect(run.problems == [.notUpdated(PriceStoreError("No space left on device"))])
    }

    @Test(arguments: [(1.0, true), (0, false), (-1, false)])
    func keptQuote_staysOnlyWhenItCameLaterThanTheFetchedOne(_ later: Double, _ stays: Bool) throws {
        let store = StoreSpy(cached: .from("kraken", at: Self.now + later))
        try PersistLastValidPrice(store: store) { Date(timeIntervalSince1970: Self.now + 60) }(
            .from("binance", at: Self.now))
        #expect(store.messages == (stays ? [] : [.insert("binance")]))
    }

    @Test func keptQuoteFromTheFuture_isReplaced() throws {
        let store = StoreSpy(cached: .from("kraken", at: Self.now + 900))
        try PersistLastValidPrice(store: store) { Date(timeIntervalSince1970: Self.now) }(
            .from("binance", at: Self.now))
        #expect(store.messages == [.insert("binance")])
    }

    /// One run over a spied-on store, at a fixed time.
    private struct Run {
        let store: StoreSpy
        let useCase: FetchLatestPrice
        private let counter = Counter()

        init(
            cached: PriceQuote? = nil,
            fetched: Result<PriceQuote, FetchFailure> = .failure(FetchLatestPriceTests.failure),
            policy: CachePolicy = CachePolicy(),
            retrieveError: PriceStoreError? = nil,
            insertError: PriceStoreError? = nil
        ) {
            let store = StoreSpy(cached: cached, retrieveError: retrieveError, insertError: insertError)
            let counter = counter
            self.store = store
            useCase = FetchLatestPrice(
                policy: policy, store: store,
                fetch: { () throws(FetchFailure) in
                    counter.count.withLock { $0 += 1 }
                    return try fetched.get()
                },
                now: { Date(timeIntervalSince1970: FetchLatestPriceTests.now) },
                report: { problem in counter.problems.withLock { $0.append(problem) } })
        }

        var fetches: Int { counter.count.withLock(\.self) }
        var problems: [FetchLatestPrice.CacheProblem] { counter.problems.withLock(\.self) }

        func callAsFunction() -> FetchLatestPrice.Outcome { useCase() }
    }

    private final class Counter: Sendable {
        let count = Mutex(0)
        let problems = Mutex<[FetchLatestPrice.CacheProblem]>([])
    }
}

extension DeliveredQuote {
    fileprivate static func delivered(_ source: String, at seconds: Double) -> DeliveredQuote {
        DeliveredQuote(quote: .from(source, at: seconds), isCached: false, isStale: false, age: Age(.zero))
    }

    fileprivate static func stale(_ source: String, at seconds: Double, age: Int64) -> DeliveredQuote {
        DeliveredQuote(quote: .from(source, at: seconds), isCached: true, isStale: true, age: Age(.seconds(age)))
    }
}
