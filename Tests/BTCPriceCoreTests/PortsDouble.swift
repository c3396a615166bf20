import TestSupport

@testable import BTCPriceCore

/// All ports of a run: what is stored, what happens in the meantime, and which of them were called.
final class PortsDouble: PriceStore, RateLimitStore, FetchLock, RefreshStamp {
    enum Call: Equatable {
        case retrieve, updateQuotes, loadRateLimits, updateRateLimits, refresh, lockStamp, unlock
        case stamp(Timestamp?)
        case lock(deadline: Duration)
        case fetch([String], FetchLimits)
    }

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
        /// The error number with which a refresh cannot be started.
        var refreshError: Int32?
        /// What other runs do in the meantime.
        var whileWaiting: @Sendable (inout World) -> Void = { _ in }
        var whileFetching: @Sendable (inout World) -> Void = { _ in }
        var reports: [SourceReport] = []
    }

    static let limits = FetchLimits(timeout: .seconds(1), maxTime: .seconds(4))

    private let state: Locked<(world: World, calls: [Call])>

    init(_ world: World) {
        state = Locked((world, []))
    }

    var world: World { state.withLock(\.world) }
    var calls: [Call] { state.withLock(\.calls) }

    /// One run with binance and coinbase as its sources.
    func run(_ policy: CachePolicy = CachePolicy()) -> (outcome: Outcome, diagnostics: Diagnostics) {
        let request = RunRequest(
            currency: .usd, sources: [.binance, .coinbase], policy: policy, limits: Self.limits)
        return FetchLatestPrice(
            request, store: self, rateLimits: self, fetchLock: self, refreshStamp: self,
            fetch: { [self] sources, limits in
                record(.fetch(sources.map(\.name), limits)) { world in
                    world.whileFetching(&world)
                    return world.reports
                }
            },
            startRefresh: { [self] in record(.refresh) { $0.refreshError } }, now: { [self] in world.now }
        ).execute()
    }

    func retrieve() throws(StoreError) -> [PriceQuote] {
        let world = record(.retrieve) { $0 }
        if let error = world.readError { throw error }
        return world.quotes
    }

    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        let world = record(.updateQuotes) { $0 }
        if let error = world.writeError { throw error }
        if let quotes = change(world.quotes) { state.withLock { $0.world.quotes = quotes } }
    }

    func load() -> RateLimits { record(.loadRateLimits) { $0.rateLimits } }

    func update(_ change: (inout RateLimits) -> Void) throws(StoreError) {
        var world = record(.updateRateLimits) { $0 }
        if let error = world.writeError { throw error }
        change(&world.rateLimits)
        state.withLock { [world] in $0.world.rateLimits = world.rateLimits }
    }

    func withLock<Value>(deadline: Duration, _ body: (_ waited: Duration) -> Value) -> Value {
        let waited = record(.lock(deadline: deadline)) { world in
            world.whileWaiting(&world)
            return world.waited
        }
        defer { record(.unlock) { _ in } }
        return body(waited)
    }

    func withLock<Value>(
        _ body: (_ last: Timestamp?, _ store: (Timestamp?) throws(StoreError) -> Void) -> Value
    ) -> Value? {
        let world = record(.lockStamp) { $0 }
        guard !world.isStampLocked else { return nil }
        defer { record(.unlock) { _ in } }
        return body(world.stamp) { time throws(StoreError) in
            record(.stamp(time)) { _ in }
            if let error = world.writeError { throw error }
        }
    }

    private func record<Value>(_ call: Call, _ body: (inout World) -> Value) -> Value {
        state.withLock { state in
            state.calls.append(call)
            return body(&state.world)
        }
    }
}
