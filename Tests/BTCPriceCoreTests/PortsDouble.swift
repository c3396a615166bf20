import TestSupport

@testable import BTCPriceCore

/// All ports of a run: what is stored, what happens in the meantime, and which of them were called.
final class PortsDouble: PriceStore, BackoffStore, FetchLock {
    enum Call: Equatable {
        case retrieve, updateQuotes, loadBackoff, updateBackoff, isHeld, refresh, unlock
        case lock(deadline: Duration)
        case fetch([String], FetchLimits)
    }

    struct World: Sendable {
        var now = Timestamp.now
        var quotes: [PriceQuote] = []
        var readError: StoreError?
        var writeError: StoreError?
        var backoff = Backoff()
        var backoffWriteError: StoreError?
        var isHeld = false
        var lock = RunState.LockAttempt.acquired(waited: .zero)
        /// The error number with which a refresh cannot be started.
        var refreshError: Int32?
        /// What other runs do in the meantime.
        var whileWaiting: @Sendable (inout World) -> Void = { _ in }
        var whileLoadingBackoff: @Sendable (inout World) -> Void = { _ in }
        var whileUpdatingBackoff: @Sendable (inout World) -> Void = { _ in }
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
            request, store: self, backoff: self, fetchLock: self,
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

    func load() -> Backoff {
        record(.loadBackoff) { world in
            world.whileLoadingBackoff(&world)
            return world.backoff
        }
    }

    func update<Result>(_ change: (inout Backoff) -> Result) throws(StoreError) -> Result {
        let world = record(.updateBackoff) { world in
            world.whileUpdatingBackoff(&world)
            return world
        }
        var backoff = world.backoff
        let result = change(&backoff)
        if let error = world.backoffWriteError, backoff != world.backoff { throw error }
        state.withLock { $0.world.backoff = backoff }
        return result
    }

    var isHeld: Bool { record(.isHeld) { $0.isHeld } }

    func withLock<Result>(deadline: Duration, _ body: (RunState.LockAttempt) -> Result) -> Result {
        let lock = record(.lock(deadline: deadline)) { world in
            world.whileWaiting(&world)
            return world.lock
        }
        defer { record(.unlock) { _ in } }
        return body(lock)
    }

    private func record<Result>(_ call: Call, _ body: (inout World) -> Result) -> Result {
        state.withLock { state in
            state.calls.append(call)
            return body(&state.world)
        }
    }
}
