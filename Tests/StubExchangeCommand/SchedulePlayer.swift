import Foundation
import StubExchange
import TestSupport

/// Plays one schedule and notes what breaks an invariant.
final class SchedulePlayer {
    /// A run of the schedule.
    private final class Run {
        let plan: SchedulePlan.Run
        var process: StartedRun?
        /// In milliseconds from the beginning of the schedule.
        var (startTime, endTime) = (0.0, Double.infinity)
        /// At this time it was still running: the player may have looked late.
        var lastTimeRunning = 0.0
        var result: RunResult?
        /// The background refresh that it has started.
        var refresh: pid_t?
        var refreshEndTime = 0.0
        /// Whether the test killed or stopped it.
        var isDisturbed = false

        init(_ plan: SchedulePlan.Run) {
            self.plan = plan
        }
    }

    /// More than a busy machine takes from the exchange, which is part of this process, in milliseconds.
    private static let margin = 100.0
    /// By how much a run may exceed its time limit, in milliseconds.
    private static let slack = 100.0
    /// A run that takes longer hangs, and is killed.
    private static let limit = 30_000.0

    private(set) var violations: [String] = []
    private(set) var endings = Counts()
    private let plan: SchedulePlan
    private let binary: String
    private let home: String
    private let exchange: StubExchange
    private let environment: [String: String]
    private let runs: [Run]
    private let start = ContinuousClock.now
    private var cache: CacheWatcher

    init(_ plan: SchedulePlan, binary: String, home: String) throws {
        self.plan = plan
        self.binary = binary
        self.home = home
        exchange = try StubExchange()
        var environment = ["HOME": home]
        for (name, behavior) in plan.behaviors {
            environment["BTCQ_\(name.uppercased())_URL"] = exchange.on(name) { Self.steps(behavior, for: $0) }
        }
        self.environment = environment
        runs = plan.runs.map(Run.init)
        cache = CacheWatcher(home: home)
        try cache.makeObstacles(for: plan)
    }

    private static func steps(_ behavior: SchedulePlan.Behavior, for request: ReceivedRequest) -> [Step] {
        let steps: [Step] =
            switch behavior.response {
            case .quote: StubExchange.response(to: request, price: "68901.23")
            case .rateLimit(let seconds): .respond(429, headers: ["Retry-After: \(seconds)"], body: "")
            case .blocked: .respond(451, body: "")
            case .failure: .respond(500, body: "")
            case .none: [.holdOpen]
            }
        return steps.delayed(.milliseconds(behavior.latency))
    }

    private var now: Double { (ContinuousClock.now - start) / .milliseconds(1) }

    func play() throws {
        var events = runs.flatMap { run in
            let kill = run.plan.death.map { [($0, { self.signal(run, SIGKILL) })] } ?? []
            let stop =
                run.plan.stop.map { range in
                    [
                        (range.lowerBound, { self.signal(run, SIGSTOP) }),
                        (range.upperBound, { self.signal(run, SIGCONT) }),
                    ]
                } ?? []
            return [(run.plan.start, { try self.begin(run) })] + kill + stop as [(Int, () throws -> Void)]
        }.sorted { $0.0 < $1.0 }
        defer { endAll() }
        while !events.isEmpty || runs.contains(where: { $0.result == nil }) {
            while let (time, action) = events.first, Double(time) <= now {
                events.removeFirst()
                try action()
            }
            for run in runs where run.result == nil { try checkEnd(run) }
            for run in runs {
                if let pid = run.refresh, !RefreshProcess.isRunning(pid) {
                    (run.refresh, run.refreshEndTime) = (nil, now)
                }
            }
            if let violation = cache.check(isExact: plan.locksWork && !plan.hasStops) { violations.append(violation) }
            usleep(3000)
        }
        checkRequests()
        try waitForRefreshes()
    }

    private func begin(_ run: Run) throws {
        run.startTime = now
        run.lastTimeRunning = now
        run.process = try StartedRun(
            binary, run.plan.arguments.map { Array($0.utf8) }, environment: environment, directory: home)
    }

    private func signal(_ run: Run, _ number: Int32) {
        if run.plan.isBackground {
            for pid in RefreshProcess.all(home: home).keys { kill(pid, number) }
        } else if let process = run.process, run.result == nil {
            run.isDisturbed = true
            kill(process.pid, number)
        }
    }

    private func checkEnd(_ run: Run) throws {
        guard let process = run.process else { return }
        if now - run.startTime > Self.limit { kill(process.pid, SIGKILL) }
        let time = now
        guard let result = process.resultIfEnded() else {
            run.lastTimeRunning = time
            return
        }
        (run.result, run.endTime) = (result, now)
        endings.add(result.status.map { "status \($0)" } ?? "\(result.end.ending)")
        guard !run.isDisturbed else { return }
        checkEnding(run, result)
        if run.plan.isBackground, result.errors.contains("one is being fetched") { checkRefresh(run) }
    }

    private func checkEnding(_ run: Run, _ result: RunResult) {
        let isComplete = result.status == 1 ? result.output.isEmpty : result.text == "68901.23\n"
        if ![0, 1, 3].contains(result.status) || !isComplete { add("unexpected ending", run) }
        let delay = result.end.delay / .milliseconds(1)
        if run.lastTimeRunning - run.startTime - delay > Double(run.plan.maxTime) + Self.slack {
            add("exceeded its time limit", run)
        }
        guard !run.plan.isBackground, result.status != 0, !result.errors.contains("skipped for another ") else {
            return
        }
        let half = Double(run.plan.maxTime) / 2 - Self.margin - delay
        if plan.wouldSucceedAlone(run.plan, before: half) { add("failed although it would have succeeded alone", run) }
    }

    /// Without locks, or without a file for the entry, several may start in the same instant or none.
    private func checkRefresh(_ run: Run) {
        let key = ["--currency=\(run.plan.currency)", "--primary=\(run.plan.sources[0])"]
        let running = RefreshProcess.all(home: home).filter { key.allSatisfy($0.value.contains) }.keys
        let others = runs.compactMap(\.refresh)
        (run.refresh, run.refreshEndTime) = (running.first { !others.contains($0) }, now)
        if !plan.isBackoffWritable { return add("started a refresh that is not stored", run) }
        guard running.count > 1, plan.locksWork, !plan.hasStops else { return }
        // The one before removes its entry shortly before it ends.
        usleep(100_000)
        if running.count(where: RefreshProcess.isRunning) > 1 {
            add("started a refresh while another one was running", run)
        }
    }

    /// A request breaks the rule if each run that may have made it began after the rate limit was stored.
    private func checkRequests() {
        guard plan.isBackoffWritable, plan.locksWork, !plan.hasStops else { return }
        for (name, behavior) in plan.behaviors {
            guard case .rateLimit(let seconds) = behavior.response else { continue }
            for reporter in runs where !reporter.isDisturbed && !reporter.plan.isBackground {
                guard let result = reporter.result, result.errors.contains("btcq: \(name): HTTP 429") else { continue }
                // The entry was stored up to 300 ms before the end of the run, unless the machine was busy.
                let length = Double(1000 * seconds) - 300 - result.end.delay / .milliseconds(1)
                let period = reporter.endTime..<reporter.endTime + max(0, length)
                for request in exchange.requests where request.route == name {
                    let time = (request.time - start) / .milliseconds(1)
                    guard period.contains(time) else { continue }
                    let isAllowed = runs.contains { run in
                        run.startTime < period.lowerBound
                            && (run.refresh != nil || max(run.endTime, run.refreshEndTime) >= time)
                    }
                    if !isAllowed { add("\(name) is asked at \(Int(time)) although it is rate-limited", reporter) }
                }
            }
        }
    }

    private func waitForRefreshes() throws {
        let limit = now + Double((plan.runs.map(\.maxTime).max() ?? 0) + 2000)
        while !RefreshProcess.all(home: home).isEmpty {
            guard now < limit else { return violations.append("a refresh does not end") }
            usleep(20_000)
        }
    }

    /// The runs end with their last references.
    private func endAll() {
        for run in runs { run.process = nil }
        for pid in RefreshProcess.all(home: home).keys { kill(pid, SIGKILL) }
    }

    private func add(_ text: String, _ run: Run) {
        let result = run.result.map { "\($0), running at \(Int(run.lastTimeRunning))\n" } ?? ""
        violations.append("\(text): at \(Int(run.startTime)): \(result)\(plan)")
    }
}
