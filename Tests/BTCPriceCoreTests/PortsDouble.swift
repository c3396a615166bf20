import TestSupport

@testable import BTCPriceCore

/// All ports of a run: what a test says is there, what happens meanwhile, and a record of what was called.
final class PortsDouble: PriceStore, BackoffStore, FetchLock {
    enum Message: Equatable {
        case retrieve, insert(String), records, update, isTaken, refresh
        case turn(until: Duration), turnEnded
        case fetch([String])
    }

    struct World: Sendable {
        var now = Timestamp.now
        var cached: PriceQuote?
        /// What reading the cache says instead.
        var cacheError: PriceStoreError?
        /// What writing it says.
        var insertError: PriceStoreError?
        var records: [String: SourceBackoff] = [:]
        var isTurnHad = true
        var isTurnTaken = false
        var refresh = RefreshStart.started
        /// What happens while the run waits for its turn.
        var waiting: @Sendable (inout World) -> Void = { _ in }
        /// How long a fetch takes, and what it brings.
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
            store: self, memory: self, turns: self,
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
        if let kept = world.cached, shouldKeep(kept) { return }
        state.withLock { $0.world.cached = quote }
    }

    func entries() -> [String: SourceBackoff] { record(.records, \.records) }

    func update(_ change: (inout [String: SourceBackoff]) -> Void) { record(.update) { change(&$0.records) } }

    var isTaken: Bool { record(.isTaken, \.isTurnTaken) }

    func withLock<Result>(until moment: Duration, _ body: (_ isAcquired: Bool) -> Result) -> Result {
        let isAcquired = record(.turn(until: moment)) { world in
            world.waiting(&world)
            return world.isTurnHad
        }
        defer { record(.turnEnded) { _ in } }
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
