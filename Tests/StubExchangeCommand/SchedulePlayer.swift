import Foundation
import StubExchange
import TestSupport

/// Plays one schedule and notes what breaks a rule.
final class SchedulePlayer {
    /// A run of the schedule.
    private final class Run {
        let plan: SchedulePlan.Run
        var process: StartedRun?
        /// In milliseconds from the beginning of the schedule.
        var (startTime, endTime) = (Double.infinity, Double.infinity)
        /// For how long it was running for certain: the player may look late.
        var duration = Duration.zero
        var result: RunResult?
        /// Whether two refreshes of its configuration were running at its end.
        var hasTwoRefreshes = false
        /// Whether the test killed or stopped it.
        var isDisturbed = false

        init(_ plan: SchedulePlan.Run) {
            self.plan = plan
        }

        var configuration: SchedulePlan.Configuration { plan.configuration }
        /// Whether it may ask its sources, by itself or by a refresh, and get a response.
        var canAsk: Bool { plan.mode != .offline && configuration.environment != .deadSources }
        /// Nil for a run that does not share its fetch.
        var maxAge: Int? { configuration.maxAge ?? (plan.mode == .background ? 60_000 : nil) }

        /// Another one of the same configuration may have started the refresh in the same instant.
        var hasRefresh: Bool { plan.mode == .background && printed("one is being fetched") }

        func printed(_ message: String) -> Bool { result?.errors.contains(message) ?? false }
    }

    /// More than a busy machine takes from the exchange, which is part of this process, in milliseconds.
    private static let margin = 100.0
    /// By how much a run may exceed its time limit, in milliseconds.
    private static let slack = 50.0
    /// A run that takes longer hangs, and is killed.
    private static let limit = 30_000.0

    private(set) var violations: [String] = []
    private(set) var endings = Counts()
    private let plan: SchedulePlan
    private let binary: String
    private let home: String
    private let exchange: StubExchange
    private let runs: [Run]
    private let start = ContinuousClock.now
    private var cache: CacheWatcher

    init(_ plan: SchedulePlan, binary: String, home: String) throws {
        self.plan = plan
        self.binary = binary
        self.home = home
        exchange = try StubExchange()
        for (name, behavior) in plan.behaviors { exchange.on(name) { Self.steps(behavior, for: $0) } }
        runs = plan.runs.map(Run.init)
        cache = try CacheWatcher(home: home, obstacles: plan.obstacles)
    }

    private static func steps(_ behavior: SchedulePlan.Behavior, for request: ReceivedRequest) -> [Step] {
        let steps: [Step] =
            switch behavior.response {
            case .quote: StubExchange.response(to: request, price: "68901.23")
            case .rateLimit(let seconds): .respond(429, headers: ["Retry-After: \(seconds)"], body: "")
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
            for run in runs where run.result == nil { checkEnd(run) }
            checkCache()
            usleep(3000)
        }
        waitForRefreshes()
        checkCache()
        checkRefreshes()
        checkRateLimits()
        checkRequests()
    }

    private func begin(_ run: Run) throws {
        run.startTime = now
        let base = run.configuration.environment == .deadSources ? "http://127.0.0.1:1/" : exchange.url("")
        var environment = ["HOME": home, "SCHEDULE": "\(run.configuration.environment)"]
        for name in plan.behaviors.keys { environment["BTCQ_\(name.uppercased())_URL"] = "\(base)\(name)" }
        if run.configuration.environment == .deadProxy { environment["https_proxy"] = "http://127.0.0.1:1" }
        run.process = try StartedRun(
            binary, run.plan.arguments.map { Array($0.utf8) }, environment: environment, directory: home)
    }

    private func signal(_ run: Run, _ number: Int32) {
        if run.plan.mode == .background {
            for refresh in RefreshProcess.all(home: home) { kill(refresh.pid, number) }
        } else if let process = run.process, run.result == nil {
            run.isDisturbed = true
            kill(process.pid, number)
        }
    }

    private func checkEnd(_ run: Run) {
        guard let process = run.process else { return }
        if now - run.startTime > Self.limit { kill(process.pid, SIGKILL) }
        let time = ContinuousClock.now
        guard let result = process.resultIfEnded() else { return run.duration = time - process.program.start }
        (run.result, run.endTime) = (result, now)
        endings.add(result.status.map { "status \($0)" } ?? "\(result.end.ending)")
        guard !run.isDisturbed else { return }
        checkEnding(run, result)
        guard run.hasRefresh else { return }
        let strings = run.configuration.arguments + ["SCHEDULE=\(run.configuration.environment)"]
        run.hasTwoRefreshes =
            RefreshProcess.all(home: home).count { strings.allSatisfy($0.strings.contains) } > 1
    }

    private func checkEnding(_ run: Run, _ result: RunResult) {
        let isComplete = result.status == 1 ? result.output.isEmpty : result.text == "68901.23\n"
        if ![0, 1, 3].contains(result.status) || !isComplete { add("unexpected ending", run) }
        let delay = result.end.delay / .milliseconds(1)
        let maxTime = Double(run.configuration.maxTime)
        if run.duration / .milliseconds(1) - delay > maxTime + Self.slack { add("exceeded its time limit", run) }
        if run.plan.mode == .fetch, result.status != 0, succeeds(run, margin: Self.margin + delay) {
            add("has no quote although its sources have responded in time", run)
        }
    }

    /// Whether the sources of a run respond in time although it waits for the fetch lock as long as it may.
    private func succeeds(_ run: Run, margin: Double) -> Bool {
        let maxTime = Double(run.configuration.maxTime)
        return plan.succeeds(
            run.configuration, afterWaiting: run.maxAge == nil ? 0 : maxTime / 2, before: maxTime - margin)
    }

    private func checkCache() {
        if let violation = cache.check(at: now, isExact: plan.locksWork && !plan.hasStops) {
            violations.append(violation)
        }
    }

    private func hasQuote(of run: Run, in period: ClosedRange<Double>) -> Bool {
        cache.quotes.contains { quote in
            quote.currency == run.configuration.currency && run.configuration.sources.contains(quote.source)
                && period.contains(quote.time)
        }
    }

    /// A stamp that all configurations shared would let the refresh of one that cannot succeed keep another from its quote. One
    /// pair of configurations in 256 does share a stamp, which is about one schedule in 30,000 that breaks the rule.
    private func checkRefreshes() {
        let configurations = Set(runs.filter { $0.plan.mode == .background }.map(\.configuration))
        let areRefreshesDisturbed = plan.runs.contains { $0.mode == .background && $0.isDisturbed }
        for run in runs where run.plan.mode == .background && !run.isDisturbed {
            if run.hasRefresh, !plan.areRefreshStampsWritable { add("started a refresh that is not stored", run) }
            if plan.isCacheWritable, plan.areRefreshStampsWritable, !areRefreshesDisturbed,
                succeeds(run, margin: 2 * Self.margin), !hasQuote(of: run, in: 0...now)
            {
                add("has no quote although the sources of its refresh have responded in time", run)
            }
        }
        for configuration in configurations {
            let runs = runs.filter { $0.hasRefresh && $0.configuration == configuration }
            for run in runs {
                let earlier = runs.filter { run.hasTwoRefreshes ? $0 !== run : $0.endTime <= run.startTime }
                guard let first = earlier.min(by: { $0.startTime < $1.startTime }) else { continue }
                if !hasQuote(of: run, in: first.startTime...max(first.startTime, run.endTime) + Self.margin) {
                    add("started a refresh that was not due", run)
                }
            }
        }
    }

    /// A source that a run has found rate-limited is not asked by the runs that begin afterwards.
    private func checkRateLimits() {
        guard plan.areRateLimitsWritable, plan.locksWork, !plan.hasStops else { return }
        for run in runs where run.canAsk {
            let limited = run.configuration.sources.filter { name in
                guard case .rateLimit(let seconds)? = plan.behaviors[name]?.response else { return false }
                return runs.contains { other in
                    !other.isDisturbed && other.printed("btcq: \(name): HTTP 429") && other.endTime <= run.startTime
                        && run.endTime < other.startTime + Double(1000 * seconds)
                }
            }
            if limited.contains(where: { run.printed("btcq: \($0): HTTP 429") })
                || limited.count == run.configuration.sources.count && run.hasRefresh
            {
                add("asked a source that is rate-limited", run)
            }
        }
    }

    /// Runs that share their fetch make one request together if the primary responds in time.
    private func checkRequests() {
        guard plan.isCacheWritable, plan.locksWork, !plan.runs.contains(where: \.isDisturbed) else { return }
        for (name, behavior) in plan.behaviors {
            guard case .quote = behavior.response else { continue }
            for currency in SchedulePlan.currencies {
                let asking = runs.filter { run in
                    run.canAsk && run.configuration.currency == currency && run.configuration.sources.contains(name)
                }
                let sharing = asking.filter { $0.configuration.sources[0] == name && $0.maxAge != nil }
                let isHealthy = sharing.allSatisfy { run in
                    let limit = min(run.configuration.effectiveTimeout, run.configuration.maxTime / 2)
                    let delay = run.result.map { $0.end.delay / .milliseconds(1) } ?? 0
                    return Double(behavior.latency) + Self.margin + delay < Double(limit)
                }
                guard isHealthy, let one = sharing.first(where: { $0.maxAge == 60_000 }) else { continue }
                let others = asking.count { $0.configuration.sources[0] != name || $0.maxAge != 60_000 }
                let requests = exchange.requests.count { $0.route == name && $0.pair?.currency == currency }
                if requests > 1 + others { add("shared its fetch, and \(name) received \(requests) requests", one) }
            }
        }
    }

    private func waitForRefreshes() {
        let limit = now + Double((plan.runs.map(\.configuration.maxTime).max() ?? 0) + 500)
        while !RefreshProcess.all(home: home).isEmpty {
            guard now < limit else { return violations.append("a refresh does not end: \(plan)") }
            checkCache()
            usleep(20_000)
        }
    }

    /// The runs end with their last references.
    private func endAll() {
        for run in runs { run.process = nil }
        for refresh in RefreshProcess.all(home: home) { kill(refresh.pid, SIGKILL) }
    }

    private func add(_ text: String, _ run: Run) {
        let requests = exchange.requests.map { "\($0.route) at \(Int(($0.time - start) / .milliseconds(1)))" }
        let result = run.result?.description ?? ""
        violations.append("\(text): at \(Int(run.startTime)): \(result)\nrequests: \(requests)\n\(plan)")
    }
}
