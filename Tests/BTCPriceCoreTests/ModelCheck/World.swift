import TestSupport

@testable import BTCPriceCore

/// What the simulated runs share: sources, the stores and the fetch locks in memory, and the wall clock. It notes what
/// breaks an invariant.
final class World: @unchecked Sendable {
    /// How a source responds, for the whole schedule.
    struct Behavior {
        enum Response {
            case quote
            case rateLimit(retryAfter: Duration)
            case blocked
            case failure
            case none
        }

        let response: Response
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

    init(behaviors: [SourceID: Behavior], isCacheWritable: Bool, isBackoffWritable: Bool, locksWork: Bool) {
        self.behaviors = behaviors
        self.isCacheWritable = isCacheWritable
        self.isBackoffWritable = isBackoffWritable
        self.locksWork = locksWork
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
        for (source, limit) in rateLimits where limit.contains(wallTime) {
            guard !changed.entries.contains(where: { $0.source == source && $0.reason == .rateLimited }) else {
                continue
            }
            rateLimits[source] = nil
        }
        for entry in changed.entries where entry.reason == .rateLimited && entry.begin == wallTime {
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
            time - refresh.start < .seconds(10) && (refresh.end ?? .seconds(1_000_000)) > time
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
        guard let primary = request.sources.first.flatMap({ behaviors[$0] }) else { return false }
        if case .quote = primary.response, primary.latency < half { return true }
        guard request.sources.count > 1, let fallback = behaviors[request.sources[1]] else { return false }
        let hasFailed = if case .none = primary.response { false } else { true }
        let start = hasFailed ? min(primary.latency, request.limits.timeout) : request.limits.timeout
        if case .quote = fallback.response { return start + fallback.latency < half }
        return false
    }
}
