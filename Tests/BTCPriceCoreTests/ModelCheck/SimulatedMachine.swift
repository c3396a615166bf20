import SampleValues
import TestSupport

@testable import BTCPriceCore

/// What the simulated runs share: sources, files and locks in memory, and the wall clock. It notes what breaks a rule.
final class SimulatedMachine: @unchecked Sendable {
    /// How a source responds, for the whole schedule.
    struct Behavior {
        /// Nil: it returns a quote.
        var error: PriceLoadingError?
        let latency: Duration
    }

    enum File: CaseIterable { case cache, rateLimits, refreshStamp }

    /// How long a run holds the lock of a refresh stamp before it writes the time. It can be stopped or killed meanwhile.
    static let stampTime = Duration.milliseconds(1)

    let simulation = Simulation()
    let behaviors: [Endpoint: Behavior]
    let readOnlyFiles: Set<File>
    let locksWork: Bool
    private var wallOffset = Duration.seconds(1_700_000_000)
    private var isClockStepped = false

    private(set) var quotes: [Currency: [PriceQuote]] = [:]
    var rateLimits = RateLimits()
    /// By configuration: what the stamp files contain, and what has been written to them.
    var stamps: [String: Timestamp] = [:]
    private var lastRefreshes: [String: Timestamp] = [:]
    /// The number of the run that holds a lock, by the lock's name.
    var locks: [String: Int] = [:]
    /// When sources must not be asked, as far as it could be stored.
    private var rateLimitTimes: [Endpoint: Range<Timestamp>] = [:]
    private(set) var violations: [String] = []
    private(set) var endings: [String: Int] = [:]

    init(_ behaviors: [Endpoint: Behavior], readOnlyFiles: Set<File> = [], locksWork: Bool = true) {
        self.behaviors = behaviors
        self.readOnlyFiles = readOnlyFiles
        self.locksWork = locksWork
    }

    var wallTime: Timestamp { Timestamp(milliseconds: 0) + wallOffset + simulation.now }

    func stepClock(by step: Duration) {
        wallOffset += step
        isClockStepped = true
        rateLimitTimes = [:]
    }

    func violation(_ text: String) { violations.append("at \(simulation.now): \(text)") }

    func count(_ ending: String) { endings[ending, default: 0] += 1 }

    func checkWritable(_ file: File) throws(StoreError) {
        if readOnlyFiles.contains(file) { throw .unusable("\(file) is read-only") }
    }

    func insert(_ changed: [PriceQuote], _ currency: Currency) {
        for old in quotes[currency] ?? [] {
            guard let new = changed.first(where: { $0.sourceName == old.sourceName }) else {
                violation("the quote of \(old.sourceName) was lost")
                continue
            }
            if new.timestamp < old.timestamp, old.timestamp <= wallTime {
                violation("a quote of \(old.sourceName) was replaced by an older one")
            }
        }
        quotes[currency] = changed
    }

    func noteRateLimits(_ reports: [SourceReport]) {
        guard !readOnlyFiles.contains(.rateLimits) else { return }
        for report in reports {
            guard case .rateLimited(_, let time)? = report.error else { continue }
            let duration = min(max(time ?? .seconds(60), .seconds(1)), .seconds(3600))
            rateLimitTimes[report.endpoint] = wallTime..<(wallTime + duration)
        }
    }

    /// Called when a run with these endpoints begins to ask some of them.
    func checkRateLimits(_ endpoints: [Endpoint], asked: [Endpoint]) {
        for endpoint in endpoints {
            let (name, isAsked) = (endpoint.sourceName, asked.contains(endpoint))
            let isLimited = rateLimitTimes[endpoint]?.contains(wallTime) == true
            if isLimited, isAsked { violation("\(name) is asked although it is rate-limited") }
            if !isLimited, !isAsked, !isClockStepped { violation("\(name) is not asked") }
        }
    }

    /// Whether ten seconds have passed since the last refresh, or a quote has come, until `time`; unknown after a step of the
    /// clock.
    func isRefreshDue(_ client: SimulatedRun.Client, at time: Timestamp) -> Bool? {
        guard !isClockStepped else { return nil }
        guard let last = lastRefreshes[client.configuration], time - last < .seconds(10) else { return true }
        let names = client.request.endpoints.map(\.sourceName)
        let quotes = quotes[client.request.currency] ?? []
        return quotes.contains { names.contains($0.sourceName) && $0.timestamp > last && $0.timestamp <= time }
    }

    func noteRefresh(_ client: SimulatedRun.Client) {
        if locksWork, isRefreshDue(client, at: wallTime) == false { violation("a refresh is started too early") }
        lastRefreshes[client.configuration] = wallTime
    }
}

extension Duration { static let never = Duration.seconds(1_000_000) }

extension SeededGenerator {
    /// True once in `count` times.
    mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }
}
