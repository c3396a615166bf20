import TestSupport

@testable import BTCPriceCore

/// One run in the world: the real use cases over ports in memory and in virtual time.
final class SimulatedRun: @unchecked Sendable {
    let world: World
    let number: Int
    let request: RunRequest
    /// When the process is killed, if it is.
    let death: Duration?
    private(set) var task: Simulation.Task?
    private var startTime = Duration.zero
    private var waitedForLock = Duration.zero

    init(_ world: World, _ number: Int, _ request: RunRequest, death: Duration?) {
        self.world = world
        self.number = number
        self.request = request
        self.death = death
    }

    private var simulation: Simulation { world.simulation }
    private var isDead: Bool { death.map { simulation.now >= $0 } ?? false }
    /// For a dead process, no time is left.
    var elapsed: Duration { isDead ? .never : simulation.now - startTime }

    func start(at time: Duration, stop: Range<Duration>? = nil, onEnd: @escaping @Sendable () -> Void = {}) {
        task = simulation.add(at: time) { [self] task in
            startTime = simulation.now
            let (outcome, diagnostics) = useCase.execute()
            if !isDead { check(outcome, diagnostics, wasStopped: stop != nil) }
            onEnd()
        }
        task?.stop = stop
    }

    /// Waits in virtual time. A process that is killed meanwhile never continues; here it continues without any effect.
    fileprivate func wait(until time: Duration, or condition: (() -> Bool)? = nil) {
        guard !isDead, let task else { return }
        simulation.wait(task, until: min(startTime + time, death ?? .never), or: condition)
        if isDead { releaseLocks() }
    }

    private var useCase: FetchLatestPrice {
        FetchLatestPrice(
            request, store: self, backoff: self, fetchLock: self,
            fetch: { [self] sources, limits in
                guard !isDead else { return [] }
                world.checkNotRateLimited(sources)
                let reports = FetchWithFallback(limits).execute(SimulatedRace(self, sources))
                if reports.allSatisfy({ $0.quote == nil }) {
                    world.noteFailure(of: sources, request.currency, allowedTime: limits.maxTime - waitedForLock)
                }
                return reports
            },
            startRefresh: { [self] in startRefresh() }, now: { [self] in world.wallTime })
    }

    private func startRefresh() -> Int32? {
        guard !isDead else { return nil }
        let (key, world) = (lockName, world)
        let index = world.startRefresh(of: key)
        let policy = CachePolicy(maxAge: request.policy.maxAge, mode: .backgroundRefresh)
        let refresh = SimulatedRun(
            world, number + 100,
            RunRequest(currency: request.currency, sources: request.sources, policy: policy, limits: request.limits),
            death: nil)
        refresh.start(at: simulation.now + .milliseconds(3), onEnd: { world.endRefresh(of: key, index) })
        return nil
    }

    private func check(_ outcome: Outcome, _ diagnostics: Diagnostics, wasStopped: Bool) {
        let hasQuote = outcome.reason == nil
        world.count(hasQuote ? "quote" : "none")
        guard !wasStopped else { return }
        if elapsed > request.limits.maxTime + .milliseconds(1) {
            world.violation("run \(number) took \(elapsed) of \(request.limits.maxTime)")
        }
        let skips = diagnostics.reports.compactMap { report in
            if case .skipped(_, let reason)? = report.error { (source: report.source, reason: reason) } else { nil }
        }
        for skip in skips where skip.reason == .failed { world.checkSkip(of: skip.source, request) }
        let isFetch = request.policy.mode == .fetch
        if isFetch, !hasQuote, skips.isEmpty, world.wouldSucceedAloneInHalfOfItsTime(request) {
            world.violation("run \(number) failed although it would have succeeded alone: \(outcome)")
        }
    }

    private func releaseLocks() {
        for (name, lock) in world.locks where lock.holder == number { world.locks[name]?.holder = nil }
    }
}

extension SimulatedRun: PriceStore {
    func retrieve() throws(StoreError) -> [PriceQuote] { world.quotes[request.currency] ?? [] }

    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        guard !isDead else { return }
        guard world.isCacheWritable else { throw .system(path: "cache", code: 28) }
        if let changed = change(world.quotes[request.currency] ?? []) { world.insert(changed, request.currency) }
    }
}

extension SimulatedRun: BackoffStore {
    func load() -> Backoff { world.backoff }

    func update<Result>(_ change: (inout Backoff) -> Result) throws(StoreError) -> Result {
        var backoff = world.backoff
        let result = change(&backoff)
        guard !isDead, backoff != world.backoff else { return result }
        guard world.isBackoffWritable else { throw .system(path: "backoff.json", code: 28) }
        world.replaceBackoff(backoff)
        return result
    }
}

extension SimulatedRun: FetchLock {
    private var lockName: String { "\(request.currency.code) \(request.primary.name)" }

    private var isFree: Bool { world.locks[lockName]?.holder == nil }

    private var isExpired: Bool {
        FetchLockStamp.isExpired(world.locks[lockName, default: World.LockState()].stamp, at: world.wallTime)
    }

    var isHeld: Bool { world.locksWork && !isFree && !isExpired }

    func withLock<Result>(deadline: Duration, _ body: (RunState.LockAttempt) -> Result) -> Result {
        guard world.locksWork else { return body(.unavailable(waited: .zero)) }
        let start = elapsed
        // An expired stamp is noticed at the next attempt.
        while !isFree, !isExpired, elapsed < deadline {
            wait(until: min(deadline, elapsed + .milliseconds(8))) { [self] in isFree }
        }
        let waited = elapsed - start
        waitedForLock = waited
        guard isFree else { return body(isExpired ? .unavailable(waited: waited) : .held(waited: waited)) }
        if !isDead { world.locks[lockName] = World.LockState(holder: number, stamp: world.wallTime) }
        defer { releaseLocks() }
        return body(.acquired(waited: waited))
    }
}

/// A race in virtual time.
private final class SimulatedRace: Race {
    private let run: SimulatedRun
    private let sources: [SourceID]
    /// The responses that have not been received yet.
    private var responses: [(time: Duration, position: Int)] = []

    init(_ run: SimulatedRun, _ sources: [SourceID]) {
        self.run = run
        self.sources = sources
    }

    var count: Int { sources.count }
    var now: Duration { run.elapsed }

    func sourceName(_ position: Int) -> String { sources[position].name }

    func start(_ position: Int) {
        responses.append((now + behavior(position).latency, position))
    }

    func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)? {
        guard let next = responses.min(by: { $0.time < $1.time }), next.time <= max(deadline, now) else {
            if deadline > now { run.wait(until: deadline) }
            return nil
        }
        if next.time > now { run.wait(until: next.time) }
        responses.removeAll { $0.position == next.position }
        let source = sourceName(next.position)
        if let error = behavior(next.position).error { return (next.position, .failure(source, error)) }
        let quote = PriceQuote.from(source, run.request.currency, at: run.world.wallTime)
        return (next.position, SourceReport(source: source, result: .success(quote)))
    }

    private func behavior(_ position: Int) -> World.Behavior {
        run.world.behaviors[sources[position]] ?? World.Behavior(error: nil, latency: .never)
    }
}
