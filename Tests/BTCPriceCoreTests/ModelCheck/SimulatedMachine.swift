import TestSupport

@testable import BTCPriceCore

/// What the simulated runs share: sources, the stores and the fetch locks in memory, and the wall clock. It notes what
/// breaks an invariant.
final class World: @unchecked Sendable {
    /// How a source responds, for the whole schedule.
    struct Behavior {
        /// Nil: it returns a quote.
        let error: PriceLoadingError?
        let latency: Duration
    }

    struct LockState {
        var holder: Int?
        var stamp = Timestamp(milliseconds: 0)
    }

    let simulation = Simulation()
    /// By name and URL.
    let behaviors: [SourceID: Behavior]
    /// Files that cannot be written.
    let isCacheWritable: Bool
    let isBackoffWritable: Bool
    let locksWork: Bool
    private(set) var clockSteps = 0
    private var wallOffset = Duration.seconds(1_700_000_000)

    var quotes: [Currency: [PriceQuote]] = [:]
    var backoff = Backoff()
    var locks: [String: LockState] = [:]
    /// The rate limits that were stored, by the wall clock.
    private var rateLimits: [SourceID: Range<Timestamp>] = [:]
    /// Background refreshes by currency and primary: when each one was started and ended, in virtual time.
    private var refreshes: [String: [(start: Duration, end: Duration?)]] = [:]
    /// The fetches that got no quote, and the time that they were allowed.
    private var failures: [(source: String, currency: Currency, allowedTime: Duration, time: Duration)] = []
    private(set) var violations: [String] = []
    private(set) var endings: [String: Int] = [:]

    init(_ random: inout SeededGenerator) {
        var behaviors: [SourceID: Behavior] = [:]
        for name in ["binance", "coinbase", "kraken"] {
            let url = random.once(in: 6) ? "https://mirror" : "https://\(name)"
            let retryAfter = Duration.seconds(Int.random(in: 0...7200, using: &random))
            let latency = Duration.milliseconds(Int.random(in: 1...3000, using: &random))
            behaviors[SourceID(name: name, baseURL: url)] =
                switch Int.random(in: 0...9, using: &random) {
                case 0...5: Behavior(error: nil, latency: latency)
                case 6: Behavior(error: .rateLimited(status: 429, retryAfter: retryAfter), latency: latency)
                case 7: Behavior(error: .blocked, latency: latency)
                case 8: Behavior(error: .networkFailure("connection refused"), latency: latency)
                default: Behavior(error: nil, latency: .never)
                }
        }
        self.behaviors = behaviors
        isCacheWritable = !random.once(in: 6)
        isBackoffWritable = !random.once(in: 6)
        locksWork = !random.once(in: 6)
    }

    var wallTime: Timestamp { Timestamp(milliseconds: 0) + wallOffset + simulation.now }

    func stepClock(by step: Duration) {
        wallOffset += step
        clockSteps += 1
    }

    func violation(_ text: String) {
        violations.append("at \(simulation.now): \(text)")
    }

    func count(_ ending: String) {
        endings[ending, default: 0] += 1
    }

    // MARK: What the ports do

    func insert(_ changed: [PriceQuote], _ currency: Currency) {
        for old in quotes[currency] ?? [] {
            guard let new = changed.first(where: { $0.source == old.source }) else {
                violation("the quote of \(old.source) was lost")
                continue
            }
            if new.timestamp < old.timestamp, old.timestamp <= wallTime {
                violation("a quote of \(old.source) was replaced by an older one")
            }
        }
        quotes[currency] = changed
    }

    func replaceBackoff(_ changed: Backoff) {
        backoff = changed
        for entry in changed.entries where entry.end - entry.begin > entry.reason.maxDuration {
            violation("\(entry) outlives its maximum")
        }
        let entries = changed.entries.filter { $0.reason == .rateLimited }
        // A quote removes the entry.
        rateLimits = rateLimits.filter { limit in
            !limit.value.contains(wallTime) || entries.contains { $0.source == limit.key }
        }
        for entry in entries where entry.begin == wallTime {
            rateLimits[entry.source] = entry.begin..<entry.end
        }
    }

    /// Called when a run begins to fetch from these sources.
    func checkNotRateLimited(_ sources: [SourceID]) {
        for source in sources where rateLimits[source]?.contains(wallTime) == true {
            violation("\(source.name) is asked although it is rate-limited")
        }
    }

    func noteFailure(of sources: [SourceID], _ currency: Currency, allowedTime: Duration) {
        failures += sources.map { ($0.name, currency, allowedTime, simulation.now) }
    }

    /// Called when a run has skipped a source because of a failure.
    func checkSkip(of source: String, _ request: RunRequest) {
        // A run waits at most for half of its time before it decides.
        let cause = failures.contains { failure in
            failure.source == source && failure.currency == request.currency
                && failure.allowedTime >= request.limits.maxTime / 2 - .milliseconds(10)
        }
        if !cause {
            violation("\(source) is skipped in \(request.currency) without a failure that was allowed as much time")
        }
    }

    func startRefresh(of key: String) -> Int {
        let time = simulation.now
        let isRunning = refreshes[key, default: []].contains { refresh in
            time - refresh.start < .seconds(10) && (refresh.end ?? .never) > time
        }
        if isRunning, clockSteps == 0, isBackoffWritable { violation("a second refresh of \(key) was started") }
        if !isBackoffWritable { violation("a refresh was started although nothing could be stored") }
        refreshes[key, default: []].append((time, nil))
        return refreshes[key, default: []].count - 1
    }

    func endRefresh(of key: String, _ index: Int) {
        refreshes[key]?[index].end = simulation.now
    }

    /// Whether a run with these sources and limits gets a quote if it asks them at once, and nobody else runs, in half of
    /// its time.
    func wouldSucceedAloneInHalfOfItsTime(_ request: RunRequest) -> Bool {
        let half = request.limits.maxTime / 2 - .milliseconds(2)
        var start = Duration.zero
        for behavior in request.sources.compactMap({ behaviors[$0] }) {
            if behavior.error == nil, start + behavior.latency < half { return true }
            start = min(behavior.latency, request.limits.timeout)
        }
        return false
    }
}

extension Duration {
    static let never = Duration.seconds(1_000_000)
}

extension SeededGenerator {
    /// True once in `count` times.
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
