import SampleValues
import TestSupport

@testable import BTCPriceCore

/// One run on the machine: the real use cases over ports in memory and in virtual time.
final class SimulatedRun: @unchecked Sendable {
    /// What does not change from run to run, such as one prompt of a user.
    struct Client {
        let request: RunPlan
        /// False if its proxy is dead: then no request reaches a source.
        let isConnected: Bool
        /// The name of its refresh stamp.
        var configuration = "refresh"
    }

    /// How long it takes to start a process. A run can be stopped or killed meanwhile.
    private static let spawnTime = Duration.milliseconds(3)
    /// The longest time limit of a refresh.
    private static let refreshMaxTime = Duration.seconds(9)

    let machine: SimulatedMachine
    private let number: Int
    private let client: Client
    /// When the process is killed, if it is.
    private let death: Duration?
    private var task: Simulation.Task?
    private var startTime = Duration.zero
    /// The refresh stamp since it was locked.
    private(set) var time: Timestamp?

    init(_ machine: SimulatedMachine, _ number: Int, _ client: Client, death: Duration? = nil) {
        self.machine = machine
        self.number = number
        self.client = client
        self.death = death
    }

    private var request: RunPlan { client.request }
    var currency: Currency { request.currency }
    private var simulation: Simulation { machine.simulation }
    fileprivate var isDead: Bool { death.map { simulation.now >= $0 } ?? false }
    /// For a dead process, no time is left.
    var elapsed: Duration { isDead ? .never : simulation.now - startTime }

    /// - Parameter stop: when it is stopped, and when it goes on.
    func start(at time: Duration, stop: Range<Duration>? = nil) {
        task = simulation.add(at: time) { [self] _ in
            startTime = simulation.now
            var useCase = useCase
            let outcome = useCase.execute()
            guard !isDead else { return }
            // No time has passed since the fetch.
            machine.noteRateLimits(outcome.diagnostics.reports)
            check(outcome.ending, wasStopped: stop != nil)
        }
        task?.stop = stop
    }

    /// Waits in virtual time. A process that is killed meanwhile never continues; here it continues without any effect.
    func wait(until time: Duration, or condition: (() -> Bool)? = nil) {
        guard !isDead, let task else { return }
        simulation.wait(task, until: min(startTime + time, death ?? .never), or: condition)
        if isDead { releaseLock() }
    }

    func behavior(of endpoint: Endpoint) -> SimulatedMachine.Behavior {
        let behavior = client.isConnected ? machine.behaviors[endpoint] : nil
        return behavior ?? SimulatedMachine.Behavior(error: .networkFailure("refused"), latency: .milliseconds(1))
    }

    private var useCase: FetchLatestPrice {
        FetchLatestPrice(
            request, store: self, rateLimits: self, fetchLock: self, refreshStamp: self,
            makeRace: { [self] endpoints in
                if !isDead { machine.checkRateLimits(request.endpoints, asked: endpoints) }
                return SimulatedRace(self)
            },
            startRefresh: { [self] in startRefresh() }, otherEndpoints: { [] }, now: { [self] in machine.wallTime })
    }

    private func startRefresh() -> RefreshOutcome {
        wait(until: elapsed + Self.spawnTime)
        guard !isDead else { return .started }
        if machine.readOnlyFiles.contains(.refreshStamp) { machine.violation("a refresh is started without a stamp") }
        let request = RunPlan(
            currency: currency, endpoints: request.endpoints, policy: CachePolicy(maxAge: request.policy.maxAge),
            limits: FetchLimits(maxTime: min(request.limits.maxTime, Self.refreshMaxTime)))
        SimulatedRun(machine, number + 100, Client(request: request, isConnected: client.isConnected))
            .start(at: simulation.now)
        return .started
    }

    private func check(_ ending: Ending, wasStopped: Bool) {
        let reason = ending.reason
        machine.count(reason == nil ? "quote" : "none")
        guard !wasStopped else { return }
        if elapsed > request.limits.maxTime { machine.violation("run \(number) took \(elapsed)") }
        if request.policy.mode == .fetch, reason != nil, isSuccessfulAloneInHalfOfItsTime {
            machine.violation("run \(number) would have succeeded alone: \(ending)")
        }
        // A quote of the millisecond in which the run began may have come too late for it.
        let beforeStart = machine.wallTime + (.milliseconds(-1) - elapsed)
        if case .background(.notDue)? = reason, machine.isRefreshDue(client, at: beforeStart) == true {
            machine.violation("run \(number) starts no refresh")
        }
    }

    /// Whether a run that asks these sources at once receives a quote in half of its time.
    private var isSuccessfulAloneInHalfOfItsTime: Bool {
        var start = Duration.zero
        for behavior in request.endpoints.map(behavior) {
            if behavior.error == nil, start + behavior.latency < request.limits.maxTime / 2 { return true }
            start = min(behavior.latency, request.limits.timeout)
        }
        return false
    }

    /// Returns false if another run holds the lock until `deadline`.
    private func acquire(_ lock: String, deadline: Duration) -> Bool {
        guard machine.locksWork else { return true }
        while machine.locks[lock] != nil, elapsed < deadline {
            wait(until: deadline) { [machine] in machine.locks[lock] == nil }
        }
        guard machine.locks[lock] == nil else { return false }
        if !isDead { machine.locks[lock] = number }
        return true
    }

    /// A run holds one lock at most.
    private func releaseLock() { machine.locks = machine.locks.filter { $0.value != number } }
}

extension SimulatedRun: PriceStore {
    func retrieve() throws(StoreError) -> [PriceQuote] { machine.quotes[currency] ?? [] }

    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        guard !isDead else { return }
        try machine.checkWritable(.cache)
        if let changed = change(machine.quotes[currency] ?? []) { machine.insert(changed, currency) }
    }
}

extension SimulatedRun: RateLimitStore {
    func load() -> RateLimits { machine.rateLimits }

    func update(_ change: (inout RateLimits) -> Void) throws(StoreError) {
        guard !isDead else { return }
        try machine.checkWritable(.rateLimits)
        change(&machine.rateLimits)
    }
}

extension SimulatedRun: FetchLock {
    func acquire(deadline: Duration) -> Duration {
        let start = elapsed
        _ = acquire("\(currency) \(request.endpoints[0].sourceName)", deadline: deadline)
        return elapsed - start
    }

    func release() { releaseLock() }
}

extension SimulatedRun: RefreshStamp {
    func lock() -> Bool {
        guard acquire(client.configuration, deadline: .zero) else { return false }
        time = machine.stamps[client.configuration]
        wait(until: elapsed + SimulatedMachine.stampTime)
        return true
    }

    func unlock() { releaseLock() }

    func store(_ time: Timestamp?) throws(StoreError) {
        guard !isDead else { return }
        try machine.checkWritable(.refreshStamp)
        machine.stamps[client.configuration] = time
        machine.noteRefresh(client)
    }
}

extension Ending {
    /// Nil for a quote that is live or fresh.
    fileprivate var reason: NoFreshQuote? {
        switch self {
        case .quote: nil
        case .stale(_, let reason), .noQuote(let reason, _): reason
        }
    }
}

/// A race in virtual time.
private final class SimulatedRace: Race {
    private let run: SimulatedRun
    /// The responses that have not been received yet.
    private var responses: [(time: Duration, endpoint: Endpoint)] = []

    init(_ run: SimulatedRun) { self.run = run }

    var now: Duration { run.elapsed }

    func start(_ endpoint: Endpoint) -> TransferDetails {
        if !run.isDead { responses.append((now + run.behavior(of: endpoint).latency, endpoint)) }
        return TransferDetails()
    }

    func nextReport(until deadline: Duration) -> SourceReport? {
        guard let next = responses.min(by: { $0.time < $1.time }), next.time <= max(deadline, now) else {
            if deadline > now { run.wait(until: deadline) }
            return nil
        }
        if next.time > now { run.wait(until: next.time) }
        responses.removeAll { $0.endpoint == next.endpoint }
        let quote = SourceReport.quote(next.endpoint, run.currency, at: run.machine.wallTime)
        return run.behavior(of: next.endpoint).error.map { .failure(next.endpoint, $0) } ?? quote
    }
}
