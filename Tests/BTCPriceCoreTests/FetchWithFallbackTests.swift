import BTCPriceCore
import Testing

/// All times are in milliseconds.
@Suite struct FetchWithFallbackTests {
    struct Case: CustomTestStringConvertible {
        let condition: String
        /// What the sources report, and when; nil: nothing.
        let sources: [(result: Result, delay: Int)?]
        var timeout = 800
        var maxTime = 5000
        /// When the fetch begins, counted from the beginning of the run.
        var start = 0
        /// How much later than it should each wait ends, or earlier if negative.
        var delays: [Int] = []
        let results: [Result]
        var events: [ScriptedRace.Event]?
        var end: Int?

        var testDescription: String { condition }
    }

    /// What is reported about a source that was asked.
    enum Result: Equatable {
        case quote
        case error
        case rateLimit
        case timedOut(after: Int)
    }

    private static let cases = [
        Case(
            condition: "the primary responds", sources: [(.quote, 799), (.quote, 0)], results: [.quote],
            events: [.start(0, at: 0), .wait(until: 800)]),
        Case(
            condition: "the primary fails", sources: [(.error, 100), (.quote, 50)], results: [.error, .quote],
            events: [.start(0, at: 0), .wait(until: 800), .start(1, at: 100), .wait(until: 5000)]),
        Case(
            condition: "the primary is slow", sources: [nil, (.quote, 100)],
            results: [.timedOut(after: 900), .quote],
            events: [.start(0, at: 0), .wait(until: 800), .start(1, at: 800), .wait(until: 5000)]),
        Case(
            condition: "a late primary responds first", sources: [(.quote, 1000), (.quote, 1000)],
            results: [.quote, .timedOut(after: 200)]),
        Case(
            condition: "a late primary responds after the fallback failed",
            sources: [(.quote, 4000), (.error, 0)], results: [.quote, .error]),
        Case(
            condition: "the primary fails after the timeout", sources: [(.error, 1000), (.quote, 1000)],
            results: [.error, .quote],
            events: [
                .start(0, at: 0), .wait(until: 800), .start(1, at: 800), .wait(until: 5000), .wait(until: 5000),
            ]),
        Case(
            condition: "a rate limit is there when the fetch ends", sources: [(.quote, 900), (.rateLimit, 100)],
            results: [.quote, .rateLimit]),
        Case(
            condition: "a rate limit comes after the fetch has ended", sources: [(.quote, 900), (.rateLimit, 101)],
            results: [.quote, .timedOut(after: 100)]),
        Case(
            condition: "both respond at the same time", sources: [(.quote, 900), (.quote, 100)],
            results: [.quote, .timedOut(after: 100)]),
        Case(
            condition: "both fail", sources: [(.error, 2000), (.rateLimit, 100)], results: [.error, .rateLimit],
            end: 2000),
        Case(
            condition: "neither responds", sources: [nil, nil],
            results: [.timedOut(after: 5000), .timedOut(after: 4200)], end: 5000),
        Case(
            condition: "a quote is noticed just after the deadline", sources: [nil, (.quote, 4200)],
            delays: [0, 30], results: [.timedOut(after: 5030), .quote]),
        Case(
            condition: "the timeout is the total limit", sources: [nil, (.quote, 0)], timeout: 5000,
            results: [.timedOut(after: 5000)], events: [.start(0, at: 0), .wait(until: 5000)]),
        Case(
            condition: "the timeout is more than the total limit", sources: [nil, (.quote, 0)], timeout: 9000,
            results: [.timedOut(after: 5000)], events: [.start(0, at: 0), .wait(until: 5000)]),
        Case(
            condition: "the primary fails and the timeout is more than the total limit",
            sources: [(.error, 4999), (.quote, 0)], timeout: 9000, results: [.error, .quote]),
        Case(
            condition: "the timeout is just less than the total limit", sources: [nil, (.quote, 0)],
            timeout: 4999, results: [.timedOut(after: 4999), .quote], end: 4999),
        Case(
            condition: "the primary fails at the deadline", sources: [(.error, 5000), (.quote, 0)],
            timeout: 5000, results: [.error], end: 5000),
        Case(
            condition: "a failure is noticed after the deadline", sources: [(.error, 700), (.quote, 0)],
            delays: [6000], results: [.error]),
        Case(
            condition: "the timeout is noticed after the deadline", sources: [nil, (.quote, 0)], delays: [4200],
            results: [.timedOut(after: 5000)], events: [.start(0, at: 0), .wait(until: 800)]),
        Case(
            condition: "waits end too early", sources: [nil, nil], delays: [-1, 0, -1],
            results: [.timedOut(after: 5000), .timedOut(after: 4200)],
            events: [
                .start(0, at: 0), .wait(until: 800), .wait(until: 800), .start(1, at: 800), .wait(until: 5000),
                .wait(until: 5000),
            ]),
        Case(
            condition: "the total limit is zero", sources: [(.quote, 1), (.quote, 0)], maxTime: 0,
            results: [.timedOut(after: 0)]),
        // The timeout counts from the beginning of the fetch, and the deadline from that of the run.
        Case(
            condition: "it begins late", sources: [nil, nil], start: 300,
            results: [.timedOut(after: 4700), .timedOut(after: 3900)],
            events: [.start(0, at: 300), .wait(until: 1100), .start(1, at: 1100), .wait(until: 5000)]),
        Case(
            condition: "it begins just before the deadline", sources: [nil, nil], start: 4900,
            results: [.timedOut(after: 100)], events: [.start(0, at: 4900), .wait(until: 5000)]),
        Case(
            condition: "it begins after the deadline", sources: [nil, nil], start: 6000,
            results: [.timedOut(after: 0)], end: 6000),
        Case(
            condition: "the only source fails", sources: [(.error, 1000)], results: [.error], end: 1000),
        Case(
            condition: "the only source does not respond", sources: [nil], results: [.timedOut(after: 5000)],
            events: [.start(0, at: 0), .wait(until: 5000)]),
        Case(condition: "there is no source", sources: [], results: [], events: [], end: 0),
    ]

    @Test(arguments: cases)
    func execute_asksThePrimaryThenTheFallbackUntilTheDeadline(_ test: Case) {
        let race = ScriptedRace(test)
        let limits = FetchLimits(timeout: .milliseconds(test.timeout), maxTime: .milliseconds(test.maxTime))
        let reports = FetchWithFallback(limits).execute(race)
        #expect(reports == test.results.enumerated().map { SourceReport($1, position: $0) })
        #expect(race.events == test.events ?? race.events)
        #expect(race.now == test.end.map { .milliseconds($0) } ?? race.now)
    }
}

extension SourceReport {
    fileprivate static let sources = ["binance", "coinbase"]

    fileprivate init(_ result: FetchWithFallbackTests.Result, position: Int) {
        let source = Self.sources[position]
        self =
            switch result {
            case .quote: .quote(source)
            case .error: .failure(source, .unexpectedStatus(500))
            case .rateLimit: .failure(source, .rateLimited(status: 429, retryAfter: nil))
            case .timedOut(let time): .failure(source, .timedOut(after: .milliseconds(time)))
            }
    }
}

/// A race with a script in place of a clock and of threads.
final class ScriptedRace: Race {
    enum Event: Equatable {
        case start(Int, at: Int)
        case wait(until: Int)
    }

    private let test: FetchWithFallbackTests.Case
    private var delays: [Int]
    private var reports: [(position: Int, report: SourceReport, time: Duration)] = []
    private(set) var now: Duration
    private(set) var events: [Event] = []

    init(_ test: FetchWithFallbackTests.Case) {
        self.test = test
        delays = test.delays
        now = .milliseconds(test.start)
    }

    var count: Int { test.sources.count }

    func source(_ position: Int) -> String { SourceReport.sources[position] }

    func start(_ position: Int) {
        events.append(.start(position, at: Int(now.milliseconds)))
        guard let (result, delay) = test.sources[position] else { return }
        reports.append((position, SourceReport(result, position: position), now + .milliseconds(delay)))
    }

    func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)? {
        // At its end, a fetch reads the reports that are already there.
        if deadline > .zero { events.append(.wait(until: Int(deadline.milliseconds))) }
        precondition(events.count < 100, "the fetch does not end")
        let delay = Duration.milliseconds(delays.isEmpty ? 0 : delays.removeFirst())
        let next = reports.indices.min { reports[$0].time < reports[$1].time }
        guard let next, reports[next].time <= max(deadline, now) else {
            now = max(now, deadline + delay)
            return nil
        }
        let (position, report, time) = reports.remove(at: next)
        now = max(now, time + delay)
        return (position, report)
    }
}
