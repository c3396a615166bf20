import Testing

@testable import BTCPriceCore

/// All times are in milliseconds.
@Suite struct FetchWithFallbackTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// What the sources report, and when; nil: nothing.
        let sources: [(result: Result, delay: Int)?]
        let limits: FetchLimits
        /// When the fetch begins, counted from the beginning of the run.
        let start: Int
        /// How much later than it should each wait ends, or earlier if negative.
        let delays: [Int]
        let results: [Result]
        let events: [ScriptedRace.Event]?
        let end: Int?

        init(
            _ condition: String, _ sources: [(result: Result, delay: Int)?], timeout: Int = 800, maxTime: Int = 5000,
            start: Int = 0, delays: [Int] = [], _ results: [Result], _ events: [ScriptedRace.Event]? = nil,
            end: Int? = nil
        ) {
            testDescription = condition
            limits = FetchLimits(timeout: .milliseconds(timeout), maxTime: .milliseconds(maxTime))
            (self.sources, self.start, self.delays) = (sources, start, delays)
            (self.results, self.events, self.end) = (results, events, end)
        }
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
            "the primary responds", [(.quote, 799), (.quote, 0)], [.quote],
            [.start(.primary, at: 0), .wait(until: 800)]),
        Case(
            "the primary fails", [(.error, 100), (.quote, 50)], [.error, .quote],
            [.start(.primary, at: 0), .wait(until: 800), .start(.fallback, at: 100), .wait(until: 5000)]),
        Case(
            "the primary is slow", [nil, (.quote, 100)], [.timedOut(after: 900), .quote],
            [.start(.primary, at: 0), .wait(until: 800), .start(.fallback, at: 800), .wait(until: 5000)]),
        Case("a late primary responds first", [(.quote, 1000), (.quote, 1000)], [.quote, .timedOut(after: 200)]),
        Case("a late primary responds after the fallback failed", [(.quote, 4000), (.error, 0)], [.quote, .error]),
        Case(
            "the primary fails after the timeout", [(.error, 1000), (.quote, 1000)], [.error, .quote],
            [
                .start(.primary, at: 0), .wait(until: 800), .start(.fallback, at: 800), .wait(until: 5000),
                .wait(until: 5000),
            ]),
        Case("a rate limit is there when the fetch ends", [(.quote, 900), (.rateLimit, 100)], [.quote, .rateLimit]),
        Case(
            "a rate limit comes after the fetch has ended", [(.quote, 900), (.rateLimit, 101)],
            [.quote, .timedOut(after: 100)]),
        Case("both respond at the same time", [(.quote, 900), (.quote, 100)], [.quote, .timedOut(after: 100)]),
        Case("both fail", [(.error, 2000), (.rateLimit, 100)], [.error, .rateLimit], end: 2000),
        Case("neither responds", [nil, nil], [.timedOut(after: 5000), .timedOut(after: 4200)], end: 5000),
        Case(
            "a quote is noticed just after the deadline", [nil, (.quote, 4200)], delays: [0, 30],
            [.timedOut(after: 5030), .quote]),
        Case(
            "the timeout is the total limit", [nil, (.quote, 0)], timeout: 5000, [.timedOut(after: 5000)],
            [.start(.primary, at: 0), .wait(until: 5000)]),
        Case(
            "the timeout is more than the total limit", [nil, (.quote, 0)], timeout: 9000, [.timedOut(after: 5000)],
            [.start(.primary, at: 0), .wait(until: 5000)]),
        Case(
            "the primary fails and the timeout is more than the total limit", [(.error, 4999), (.quote, 0)],
            timeout: 9000, [.error, .quote]),
        Case(
            "the timeout is just less than the total limit", [nil, (.quote, 0)], timeout: 4999,
            [.timedOut(after: 4999), .quote], end: 4999),
        Case("the primary fails at the deadline", [(.error, 5000), (.quote, 0)], timeout: 5000, [.error], end: 5000),
        Case("a failure is noticed after the deadline", [(.error, 700), (.quote, 0)], delays: [6000], [.error]),
        Case(
            "the timeout is noticed after the deadline", [nil, (.quote, 0)], delays: [4200], [.timedOut(after: 5000)],
            [.start(.primary, at: 0), .wait(until: 800)]),
        Case(
            "waits end too early", [nil, nil], delays: [-1, 0, -1], [.timedOut(after: 5000), .timedOut(after: 4200)],
            [
                .start(.primary, at: 0), .wait(until: 800), .wait(until: 800), .start(.fallback, at: 800),
                .wait(until: 5000),
                .wait(until: 5000),
            ]),
        Case("the total limit is zero", [(.quote, 1), (.quote, 0)], maxTime: 0, [.timedOut(after: 0)]),
        // The timeout counts from the beginning of the fetch, and the deadline from that of the run.
        Case(
            "it begins late", [nil, nil], start: 300, [.timedOut(after: 4700), .timedOut(after: 3900)],
            [.start(.primary, at: 300), .wait(until: 1100), .start(.fallback, at: 1100), .wait(until: 5000)]),
        Case(
            "it begins just before the deadline", [nil, nil], start: 4900, [.timedOut(after: 100)],
            [.start(.primary, at: 4900), .wait(until: 5000)]),
        Case("it begins after the deadline", [nil, nil], start: 6000, [.timedOut(after: 0)], end: 6000),
        Case("the only source fails", [(.error, 1000)], [.error], end: 1000),
        Case(
            "the only source does not respond", [nil], [.timedOut(after: 5000)],
            [.start(.primary, at: 0), .wait(until: 5000)]),
        Case("there is no source", [], [], [], end: 0),
    ]

    @Test(arguments: cases)
    func execute_asksPrimaryThenFallbackUntilDeadline(_ test: Case) {
        let race = ScriptedRace(test)
        let reports = FetchWithFallback(race.sources, test.limits).execute(race)
        // Binance, then coinbase.
        let sorted = reports.sorted { $0.source.name < $1.source.name }
        #expect(sorted == zip(race.sources, test.results).map(SourceReport.init))
        #expect(race.events == test.events ?? race.events)
        #expect(race.now == test.end.map { .milliseconds($0) } ?? race.now)
    }
}

extension SourceID {
    fileprivate static let primary = binance
    fileprivate static let fallback = coinbase
}

extension SourceReport {
    fileprivate init(_ source: SourceID, _ result: FetchWithFallbackTests.Result) {
        self =
            switch result {
            case .quote: .quote(source)
            case .error: .failure(source, .serverError)
            case .rateLimit: .failure(source, .rateLimited())
            case .timedOut(let time): .failure(source, .timedOut(after: .milliseconds(time)))
            }
    }
}

/// A race with a script in place of a clock and of threads.
final class ScriptedRace: Race {
    enum Event: Equatable {
        case start(SourceID, at: Int)
        case wait(until: Int)
    }

    /// The primary first.
    let sources: [SourceID]
    private let results: [SourceID: (result: FetchWithFallbackTests.Result, delay: Int)?]
    private var delays: [Int]
    private var reports: [(report: SourceReport, time: Duration)] = []
    private(set) var now: Duration
    private(set) var events: [Event] = []

    init(_ test: FetchWithFallbackTests.Case) {
        sources = Array([.primary, .fallback].prefix(test.sources.count))
        results = Dictionary(uniqueKeysWithValues: zip(sources, test.sources))
        delays = test.delays
        now = .milliseconds(test.start)
    }

    func start(_ source: SourceID) {
        events.append(.start(source, at: Int(now.milliseconds)))
        guard case let (result, delay)?? = results[source] else { return }
        reports.append((SourceReport(source, result), now + .milliseconds(delay)))
    }

    func nextReport(until deadline: Duration) -> SourceReport? {
        // At its end, a fetch reads the reports that are already there.
        if deadline > .zero { events.append(.wait(until: Int(deadline.milliseconds))) }
        precondition(events.count < 100, "the fetch does not end")
        let delay = Duration.milliseconds(delays.isEmpty ? 0 : delays.removeFirst())
        let next = reports.min { $0.time < $1.time }
        guard let next, next.time <= max(deadline, now) else {
            now = max(now, deadline + delay)
            return nil
        }
        reports.removeAll { $0.report.source == next.report.source }
        now = max(now, next.time + delay)
        return next.report
    }
}
