import SampleValues

@testable import BTCPriceCore

/// What a run shares with others, and its sources. For one thread: other runs act in the closures.
final class Ports: RateLimitStore, FetchLock, RefreshStamp, Race, @unchecked Sendable {
    static let limits = FetchLimits(timeout: .seconds(1), maxTime: .seconds(4))

    let store = InMemoryPriceStore()
    var wallTime = Timestamp.now
    var rateLimits = RateLimitTable()
    var rateLimitError: StoreError?
    /// When the last refresh was started.
    var time: Timestamp?
    var stampError: StoreError?
    /// Also by another run.
    var isStampLocked = false
    /// Why a refresh cannot be started.
    var refreshError: String?
    /// What sources report at once; the others do not respond.
    var reports: [SourceReport] = []
    var whileWaiting: () -> Void = {}
    var whileFetching: () -> Void = {}
    /// Until this run has the lock of the stamp.
    var whileLockingStamp: () -> Void = {}

    private(set) var asked: [String] = []
    /// The stamp at the start of each refresh; nil if it was not locked then.
    private(set) var refreshes: [Timestamp?] = []
    private(set) var isFetchLocked = false
    private(set) var now = Duration.zero
    private var pending: [(position: Int, report: SourceReport)] = []

    /// One run with binance and coinbase as its sources.
    func run(_ policy: CachePolicy = CachePolicy()) -> (outcome: Outcome, diagnostics: Diagnostics) {
        var run = FetchLatestPrice(
            policy: policy, limits: Self.limits,
            loaders: [LoaderDouble(.binance), LoaderDouble(.coinbase)], alternatives: [.kraken, .bitstamp], race: self,
            store: store, rateLimitStore: self, fetchLock: self, refreshStamp: self,
            startRefresh: { [self] in
                refreshes.append(isStampLocked ? time : nil)
                return refreshError.map { .notStarted($0) } ?? .started
            },
            now: { [self] in wallTime })
        return run.execute()
    }

    func retrieve() -> RateLimitTable { rateLimits }

    func update(_ change: (inout RateLimitTable) -> Void) throws(StoreError) {
        if let rateLimitError { throw rateLimitError }
        change(&rateLimits)
    }

    func acquire(deadline: Duration) -> Duration {
        isFetchLocked = true
        whileWaiting()
        return .zero
    }

    func release() { isFetchLocked = false }

    func lock() -> Bool {
        guard !isStampLocked else { return false }
        whileLockingStamp()
        isStampLocked = true
        return true
    }

    func unlock() { isStampLocked = false }

    func store(_ time: Timestamp?) throws(StoreError) {
        if let stampError { throw stampError }
        self.time = time
    }

    func prepare(for count: Int) {}

    func start(_ loader: any PriceLoader, at position: Int) {
        if asked.isEmpty { whileFetching() }
        asked.append(loader.endpoint.sourceName)
        pending += reports.filter { $0.endpoint == loader.endpoint }.map { (position, $0) }
    }

    func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)? {
        guard pending.isEmpty else { return pending.removeFirst() }
        now = max(now, deadline)
        return nil
    }
}
