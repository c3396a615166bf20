import Foundation
import SampleValues
import TestSupport
import Testing

@testable import BTCPriceCore

/// Plays random schedules of several runs on one machine, some of which are killed, and checks what must hold in each
/// of them.
@Suite(.timeLimit(.minutes(5))) struct ModelCheckTests {
    @Test func randomSchedules_breakNoRule() throws {
        var random = SeededGenerator()
        var endings = (quote: 0, none: 0)
        for number in 0..<1000 {
            let machine = Machine(&random)
            for _ in 0..<Int.random(in: 2...8, using: &random) {
                let start = Int.random(in: 0...15_000, using: &random)
                let mode = Bool.random(using: &random) ? CachePolicy.Mode.fetch : .background
                // Often after the run has ended: then it is not killed.
                let death = start + Int.random(in: 0...24_000, using: &random)
                SimulatedRun(
                    machine, CachePolicy(maxAge: machine.maxAge, mode: mode),
                    maxTime: .milliseconds(Int.random(in: 500...5000, using: &random)), start: .milliseconds(start),
                    death: .milliseconds(death))
            }
            machine.play()
            endings = (endings.quote + machine.endings.quote, endings.none + machine.endings.none)
            try #require(machine.violations.isEmpty, "\(machine.violations) in schedule \(number); \(random)")
        }
        // Otherwise the schedules would prove little.
        #expect(endings.quote > 1000 && endings.none > 1000, "\(endings)")
    }
}

/// What the runs share, in virtual time. Each run has a thread, and only one of them runs, until it waits.
private final class Machine: @unchecked Sendable {
    let maxAge: Duration
    let locksWork: Bool
    /// What each source reports, nil for a quote, and how long that takes.
    let responses: [(error: PriceLoadingError?, latency: Duration)]
    let store = InMemoryPriceStore()
    var rateLimits = RateLimitTable()
    var stamp: Timestamp?
    /// Which run holds a lock, by its name.
    var locks: [String: SimulatedRun] = [:]
    var violations: [String] = []
    var endings = (quote: 0, none: 0)
    private(set) var elapsed = Duration.zero
    private var runs: [SimulatedRun] = []
    private let end = DispatchSemaphore(value: 0)

    init(_ random: inout SeededGenerator) {
        let errors = [nil, nil, nil, PriceLoadingError.rateLimited(for: .seconds(3)), .serverError]
        maxAge = .milliseconds([0, 10, 1000, 60_000].randomElement(using: &random) ?? 0)
        locksWork = Int.random(in: 0...5, using: &random) > 0
        responses = (0..<2).map { _ in
            (errors[Int.random(in: 0...4, using: &random)], .milliseconds(Int.random(in: 1...3000, using: &random)))
        }
    }

    func add(_ run: SimulatedRun, _ body: @escaping @Sendable () -> Void) {
        runs.append(run)
        Thread {
            run.turn.wait()
            body()
            self.runs.removeAll { $0 === run }
            self.resumeNext()
        }.start()
    }

    func play() {
        resumeNext()
        end.wait()
    }

    func resumeNext() {
        func time(_ run: SimulatedRun) -> Duration { run.isReady() ? elapsed : max(elapsed, run.wakeTime) }
        guard let next = runs.min(by: { time($0) < time($1) }) else {
            end.signal()
            return
        }
        elapsed = time(next)
        next.turn.signal()
    }
}

/// One run, with the real use cases. A process that is killed never continues; here it continues without any effect.
private final class SimulatedRun: @unchecked Sendable {
    let turn = DispatchSemaphore(value: 0)
    private(set) var wakeTime: Duration
    private(set) var isReady: () -> Bool = { false }
    private let machine: Machine
    private let policy: CachePolicy
    private let limits: FetchLimits
    private let start: Duration
    private let death: Duration
    private var responses: [(time: Duration, position: Int, report: SourceReport)] = []

    @discardableResult
    init(_ machine: Machine, _ policy: CachePolicy, maxTime: Duration, start: Duration, death: Duration) {
        self.machine = machine
        self.policy = policy
        self.start = start
        self.death = death
        limits = FetchLimits(maxTime: maxTime)
        wakeTime = start
        machine.add(self) { [self] in
            var run = FetchLatestPrice(
                policy: policy, limits: limits,
                loaders: [LoaderDouble(.binance), LoaderDouble(.coinbase)], alternatives: [], race: self, store: self,
                rateLimitStore: self, fetchLock: self, refreshStamp: self, startRefresh: startRefresh,
                now: { self.wallTime })
            check(run.execute().outcome)
        }
    }

    private var isDead: Bool { machine.elapsed >= death }
    private var wallTime: Timestamp { .now + machine.elapsed }
    var now: Duration { isDead ? .seconds(1_000_000) : machine.elapsed - start }

    private func check(_ outcome: Outcome) {
        guard !isDead else { return }
        if now > limits.maxTime { machine.violations.append("a run took \(now)") }
        if case .quote = outcome {
            machine.endings.quote += 1
            return
        }
        machine.endings.none += 1
        let (error, latency) = machine.responses[0]
        if policy.mode == .fetch, error == nil, latency < limits.maxTime / 2 {
            machine.violations.append("a run would have succeeded alone")
        }
    }

    private func startRefresh() -> RefreshOutcome {
        let spawnTime = Duration.milliseconds(3)
        wait(until: now + spawnTime)
        let policy = CachePolicy(maxAge: policy.maxAge)
        SimulatedRun(machine, policy, maxTime: limits.maxTime, start: machine.elapsed, death: death)
        return .started
    }

    private func wait(until time: Duration, or isReady: @escaping () -> Bool = { false }) {
        guard !isDead else { return }
        (wakeTime, self.isReady) = (min(start + time, death), isReady)
        machine.resumeNext()
        turn.wait()
        if isDead { machine.locks = machine.locks.filter { $0.value !== self } }
    }

    private func acquire(_ lock: String, deadline: Duration) -> Bool {
        guard machine.locksWork else { return true }
        while machine.locks[lock] != nil, now < deadline {
            wait(until: deadline) { [machine] in machine.locks[lock] == nil }
        }
        guard !isDead else { return true }
        guard machine.locks[lock] == nil else { return false }
        machine.locks[lock] = self
        return true
    }

    private func release(_ lock: String) { if machine.locks[lock] === self { machine.locks[lock] = nil } }
}

extension SimulatedRun: PriceStore {
    func retrieve() -> (quotes: [PriceQuote], error: StoreError?) { machine.store.retrieve() }

    func update(_ change: ([PriceQuote]) -> [PriceQuote]?) throws(StoreError) {
        guard !isDead else { return }
        let before = machine.store.quotes
        try machine.store.update(change)
        for old in before {
            let isKept = machine.store.quotes.contains {
                $0.sourceName == old.sourceName && $0.timestamp >= old.timestamp
            }
            if !isKept { machine.violations.append("a quote was lost") }
        }
    }
}

extension SimulatedRun: RateLimitStore {
    func retrieve() -> RateLimitTable { machine.rateLimits }
    func update(_ change: (inout RateLimitTable) -> Void) { if !isDead { change(&machine.rateLimits) } }
}

extension SimulatedRun: FetchLock {
    func acquire(deadline: Duration) -> Duration {
        let start = now
        _ = acquire("fetch", deadline: deadline)
        return now - start
    }

    func release() { release("fetch") }
}

extension SimulatedRun: RefreshStamp {
    func lock() -> Bool {
        guard acquire("stamp", deadline: .zero) else { return false }
        let stampTime = Duration.milliseconds(1)
        wait(until: now + stampTime)
        return true
    }

    func unlock() { release("stamp") }

    var time: Timestamp? { machine.stamp }

    func store(_ time: Timestamp?) {
        guard !isDead else { return }
        if machine.locksWork, let last = machine.stamp, wallTime - last < .seconds(10),
            !machine.store.quotes.contains(where: { $0.timestamp > last })
        {
            machine.violations.append("a refresh is started too early")
        }
        machine.stamp = time
    }
}

extension SimulatedRun: Race {
    func prepare(for count: Int) {}

    func start(_ loader: any PriceLoader, at position: Int) {
        guard !isDead else { return }
        let isLimited = machine.rateLimits.timeLeft(of: loader.endpoint, at: wallTime) != nil
        if isLimited, now == .zero { machine.violations.append("a source is asked although it is rate-limited") }
        let (error, latency) = machine.responses[position]
        let quote = SourceReport.quote(loader.endpoint, at: wallTime + latency)
        responses.append((now + latency, position, error.map { .failure(loader.endpoint, $0) } ?? quote))
    }

    func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)? {
        guard let next = responses.min(by: { $0.time < $1.time }), next.time <= max(deadline, now) else {
            if deadline > now { wait(until: deadline) }
            return nil
        }
        if next.time > now { wait(until: next.time) }
        responses.removeAll { $0.position == next.position }
        return (next.position, next.report)
    }
}
