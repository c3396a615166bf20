import TestSupport

@testable import BTCPriceCore

/// All ports of a run, with the state that a test gives them, and a list of the calls.
final class PortsDouble: PriceStore, BackoffStore, FetchLock {
    enum Message: Equatable {
        case retrieve, insert(String), entries, update, isHeld, refresh
        case lock(deadline: Duration), unlock
        case fetch([String])
    }

    struct World: Sendable {
        var now = Timestamp.now
        var cached: PriceQuote?
        /// The error of reading the cache.
        var cacheError: PriceStoreError?
        /// The error of writing the cache.
        var insertError: PriceStoreError?
        var backoff: [String: SourceBackoff] = [:]
        var isLockAcquired = true
        var isLockHeld = false
        var refresh = RefreshStart.started
        /// What happens while the run waits for the lock.
        var whileWaiting: @Sendable (inout World) -> Void = { _ in }
        /// How long a fetch takes, and its reports.
        var fetchTime = Duration.zero
        var fetched: [SourceReport] = []
    }

    private let state: Locked<(world: World, messages: [Message])>

    init(_ world: World) {
        state = Locked((world, []))
    }

    var world: World { state.withLock(\.world) }
    var messages: [Message] { state.withLock(\.messages) }

    var ports: FetchLatestPrice.Ports {
        FetchLatestPrice.Ports(
            store: self, backoff: self, fetchLock: self,
            fetch: { sources in
                self.record(.fetch(sources)) { world in
                    world.now = world.now + world.fetchTime
                    return world.fetched
                }
            },
            startRefresh: { self.record(.refresh, \.refresh) },
            now: { self.world.now })
    }

    func retrieve() throws(PriceStoreError) -> PriceQuote? {
        let world = record(.retrieve) { $0 }
        if let error = world.cacheError { throw error }
        return world.cached
    }

    func insert(_ quote: PriceQuote, unless shouldKeep: (PriceQuote) -> Bool) throws(PriceStoreError) {
        let world = record(.insert(quote.source)) { $0 }
        if let error = world.insertError { throw error }
        if let stored = world.cached, shouldKeep(stored) { return }
        state.withLock { $0.world.cached = quote }
    }

    func entries() -> [String: SourceBackoff] { record(.entries, \.backoff) }

    func update(_ change: (inout [String: SourceBackoff]) -> Void) { record(.update) { change(&$0.backoff) } }

    var isHeld: Bool { record(.isHeld, \.isLockHeld) }

    func withLock<Result>(deadline: Duration, _ body: (_ isAcquired: Bool) -> Result) -> Result {
        let isAcquired = record(.lock(deadline: deadline)) { world in
            world.whileWaiting(&world)
            return world.isLockAcquired
        }
        defer { record(.unlock) { _ in } }
        return body(isAcquired)
    }

    private func record<Result>(_ message: Message, _ body: (inout World) -> Result) -> Result {
        state.withLock { state in
            state.messages.append(message)
            return body(&state.world)
        }
    }

    private func record<Result>(_ message: Message, _ path: KeyPath<World, Result>) -> Result {
        record(message) { $0[keyPath: path] }
    }
}
