import SampleValues

@testable import BTCPriceCore

/// All ports of a run: what is stored, what happens in the meantime, and which of them were called. For one thread.
final class PortsDouble: PriceStore, RateLimitStore, FetchLock, RefreshStamp, @unchecked Sendable {
    struct World: Sendable {
        var now = Timestamp.now
        var quotes: [PriceQuote] = []
        var readError: StoreError?
        var writeError: StoreError?
        var rateLimits = RateLimits()
        /// How long the run waits for the fetch lock.
        var waited = Duration.zero
        /// When the last refresh was started.
        var stamp: Timestamp?
        var isStampLocked = false
        /// Why a refresh cannot be started.
        var refreshError: String?
        /// What other runs do in the meantime.
        var whileWaiting: @Sendable (inout World) -> Void = { _ in }
        var whileFetching: @Sendable (inout World) -> Void = { _ in }
        /// Until this run has the lock of the stored quotes or of the stamp.
        var whileLocking: @Sendable (inout World) -> Void = { _ in }
        /// What sources report at once; the others do not respond.
        var reports: [SourceReport] = []
    }

    static let limits = FetchLimits(timeout: .seconds(1), maxTime: .seconds(4))

    private(set) var world: World
    /// Such as `lock 2000, read, unlock`, with deadlines in milliseconds; that of a fetch is the end of its first wait.
    private(set) var calls = ""
    private var isFetchLocked = false

    init(_ world: World = World()) { self.world = world }

    /// One run with binance and coinbase as its sources.
    func run(_ policy: CachePolicy = CachePolicy()) -> Outcome {
        var run = FetchLatestPrice(
            RunPlan(currency: .usd, endpoints: [.binance, .coinbase], policy: policy, limits: Self.limits),
            store: self, rateLimits: self, fetchLock: self, refreshStamp: self,
            makeRace: { [self] in RaceDouble(self, $0) },
            startRefresh: { [self] in
                record("refresh")
                return world.refreshError.map { .notStarted($0) } ?? .started
            },
            otherEndpoints: { [.kraken, .bitstamp] }, now: { [self] in world.now })
        return run.execute()
    }

    func retrieve() throws(StoreError) -> [PriceQuote] {
        record("read")
        if let error = world.readError { throw error }
        return world.quotes
    }

    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        record("store")
        if let error = world.writeError { throw error }
        world.whileLocking(&world)
        world.quotes = change(world.quotes) ?? world.quotes
    }

    func load() -> RateLimits {
        record("limits")
        return world.rateLimits
    }

    func update(_ change: (inout RateLimits) -> Void) throws(StoreError) {
        record("store limits")
        if let error = world.writeError { throw error }
        var rateLimits = world.rateLimits
        change(&rateLimits)
        world.rateLimits = rateLimits
    }

    func acquire(deadline: Duration) -> Duration {
        record("lock \(deadline.milliseconds)")
        isFetchLocked = true
        world.whileWaiting(&world)
        return world.waited
    }

    func release() {
        if isFetchLocked { record("unlock") }
        isFetchLocked = false
    }

    func lock() -> Bool {
        record("lock stamp")
        guard !world.isStampLocked else { return false }
        world.whileLocking(&world)
        world.isStampLocked = true
        return true
    }

    func unlock() {
        world.isStampLocked = false
        record("unlock")
    }

    var time: Timestamp? { world.stamp }

    func store(_ time: Timestamp?) throws(StoreError) {
        record(time == .now ? "stamp now" : "stamp \(time?.iso8601Milliseconds ?? "none")")
        if let error = world.writeError { throw error }
        world.stamp = time
    }

    fileprivate func beginFetch(_ endpoints: [Endpoint], until deadline: Duration) {
        record("fetch \(endpoints.map(\.sourceName).joined(separator: "+")) \(deadline.milliseconds)")
        world.whileFetching(&world)
    }

    private func record(_ call: String) { calls += (calls.isEmpty ? "" : ", ") + call }
}

private final class RaceDouble: Race {
    private let ports: PortsDouble
    private let endpoints: [Endpoint]
    private var hasBegun = false
    /// Those that were asked and have not responded.
    private var asked: Set<Endpoint> = []
    private(set) var now = Duration.zero

    init(_ ports: PortsDouble, _ endpoints: [Endpoint]) { (self.ports, self.endpoints) = (ports, endpoints) }

    func start(_ endpoint: Endpoint) -> TransferDetails {
        asked.insert(endpoint)
        return TransferDetails()
    }

    func nextReport(until deadline: Duration) -> SourceReport? {
        if !hasBegun { ports.beginFetch(endpoints, until: deadline) }
        hasBegun = true
        guard let report = ports.world.reports.first(where: { asked.contains($0.endpoint) }) else {
            now = max(now, deadline)
            return nil
        }
        asked.remove(report.endpoint)
        return report
    }
}
