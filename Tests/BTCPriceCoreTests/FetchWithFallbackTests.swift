import SampleValues
import Testing

@testable import BTCPriceCore

/// All times are in milliseconds.
@Suite struct FetchWithFallbackTests {
    /// What a source reports, and how long after it was asked.
    enum Response {
        case quote(Int)
        case doubtful(Int)
        /// Without an earlier price beside it: only that of the other source shows that it is wrong.
        case mistake(Int)
        case error(Int)
        case rateLimit(Int)
        case none
    }

    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The primary first.
        let responses: [Response]
        let limits: FetchLimits
        /// When the fetch begins, counted from the beginning of the run.
        let start: Int
        /// How long the run has waited for the fetch lock.
        let waited: Int
        /// How long it takes to start threads.
        let preparing: Int
        /// How much later than it should each wait ends, or earlier if negative.
        let delays: [Int]
        /// When the sources were asked.
        let asked: [Int]
        /// When the fetch ended.
        let end: Int
        /// What is reported of each source, separated by commas.
        let reports: String

        init(
            _ condition: String, _ responses: [Response], timeout: Int = 800, maxTime: Int = 5000, start: Int = 0,
            waited: Int = 0, preparing: Int = 0, delays: [Int] = [], asked: [Int], end: Int, _ reports: String
        ) {
            testDescription = condition
            limits = FetchLimits(timeout: .milliseconds(timeout), maxTime: .milliseconds(maxTime))
            (self.responses, self.start, self.waited, self.delays) = (responses, start, waited, delays)
            self.preparing = preparing
            (self.asked, self.end, self.reports) = (asked, end, reports)
        }
    }

    private static let cases = [
        Case("the primary responds", [.quote(799), .quote(0)], asked: [0], end: 799, "quote, not asked"),
        Case("the primary fails", [.error(100), .quote(50)], asked: [0, 100], end: 150, "error, quote"),
        Case("the primary is slow", [.none, .quote(100)], asked: [0, 800], end: 900, "none in 900, quote"),
        Case("a late primary wins", [.quote(1000), .quote(1000)], asked: [0, 800], end: 1000, "quote, none in 200"),
        Case(
            "a late primary responds after the fallback failed", [.quote(4000), .error(0)], asked: [0, 800], end: 4000,
            "quote, error"),
        Case(
            "the primary fails after the timeout", [.error(1000), .quote(1000)], asked: [0, 800], end: 1800,
            "error, quote"),
        Case(
            "a rate limit is there when the fetch ends", [.quote(900), .rateLimit(100)], asked: [0, 800], end: 900,
            "quote, rate limit"),
        Case(
            "a rate limit comes after that", [.quote(900), .rateLimit(101)], asked: [0, 800], end: 900,
            "quote, none in 100"),
        Case("both respond at once", [.quote(900), .quote(100)], asked: [0, 800], end: 900, "quote, quote"),
        Case("neither responds", [.none, .none], asked: [0, 800], end: 5000, "none in 5000, none in 4200"),
        Case(
            "a failure and a quote come just after the deadline", [.error(5010), .quote(4220)], delays: [0, 30],
            asked: [0, 800], end: 5030, "error, quote"),
        // The timeout is not less than the total limit: the fallback is asked only if the primary fails.
        Case(
            "the timeout is the total limit", [.none, .quote(0)], timeout: 5000, asked: [0], end: 5000,
            "none in 5000, not asked"),
        Case(
            "the timeout is more than the total limit", [.none, .quote(0)], timeout: 9000, asked: [0], end: 5000,
            "none in 5000, not asked"),
        Case(
            "the primary fails, and the timeout is more than that", [.error(4959), .quote(0)], timeout: 9000,
            asked: [0, 4959], end: 4959, "error, quote"),
        Case(
            "the fallback has 41 ms left", [.none, .quote(0)], timeout: 4959, asked: [0, 4959], end: 4959,
            "none in 4959, quote"),
        Case(
            "it has 40 ms left, too little to report", [.none, .quote(0)], timeout: 4960, asked: [0], end: 5000,
            "none in 5000, not asked"),
        Case(
            "there are 30 ms in all", [.error(14), .quote(1)], maxTime: 30, asked: [0, 14], end: 15, "error, quote"),
        // At the deadline, and after it.
        Case(
            "a failure and a quote are noticed after the deadline", [.error(1000), .quote(300)], delays: [0, 4500],
            asked: [0, 800], end: 5500, "error, quote"),
        Case(
            "the timeout is noticed after the deadline", [.none, .quote(0)], delays: [4200], asked: [0], end: 5000,
            "none in 5000, not asked"),
        Case(
            "it begins at the deadline", [.quote(0), .none], start: 5000, asked: [], end: 5000, "not asked, not asked"),
        Case(
            "waits end too early", [.none, .none], delays: [-1, 0, -1], asked: [0, 800], end: 5000,
            "none in 5000, none in 4200"),
        // The timeout counts from when the fetch is due, and the deadline from the beginning of the run.
        Case(
            "it begins late", [.none, .none], start: 300, asked: [300, 1100], end: 5000, "none in 4700, none in 3900"),
        Case(
            "half the timeout has passed while it waited", [.none, .none], start: 400, waited: 400, asked: [400, 800],
            end: 5000, "none in 4600, none in 4200"),
        Case(
            "the timeout has passed while it waited", [.none, .none], start: 2000, waited: 2000, asked: [2000, 2000],
            end: 5000, "none in 3000, none in 3000"),
        Case(
            "threads start slowly", [.none, .none], preparing: 200, asked: [200, 800], end: 5000,
            "none in 4800, none in 4200"),
        Case("the only source fails", [.error(1000)], asked: [0], end: 1000, "error"),
        Case("its quote is doubtful", [.doubtful(1000)], asked: [0], end: 1000, "doubtful"),
        // A doubtful quote is a failure until the other source has confirmed it.
        Case("the primary's is", [.doubtful(100), .quote(50)], asked: [0, 100], end: 150, "doubtful, quote"),
        Case(
            "the fallback's is, and the primary is late", [.quote(4000), .doubtful(100)], asked: [0, 800], end: 4000,
            "quote, doubtful"),
        Case("both are", [.doubtful(100), .doubtful(50)], asked: [0, 100], end: 150, "doubtful, doubtful"),
        Case(
            "the other's comes when a quote has won", [.mistake(900), .doubtful(100)], asked: [0, 800], end: 900,
            "quote, doubtful"),
        Case("the fallback is silent", [.doubtful(100), .none], asked: [0, 100], end: 5000, "doubtful, none in 4900"),
        Case(
            "the timeout is more than the total limit", [.doubtful(100), .quote(0)], timeout: 9000, asked: [0, 100],
            end: 100, "doubtful, quote"),
    ]

    @Test(arguments: cases)
    func execute_asksPrimaryThenFallbackUntilDeadline(_ test: Case) {
        let race = ScriptedRace(test)
        var fetch = FetchWithFallback(
            ScriptedRace.loaders(test.responses.count), test.limits, rateLimits: test.responses.map { _ in nil },
            waited: .milliseconds(test.waited))
        let (winner, reports) = fetch.execute(race)
        #expect(race.asked == test.asked && race.now.milliseconds == test.end)
        #expect(reports.map(Self.text).joined(separator: ", ") == test.reports)
        #expect(winner == reports.first { $0.quote != nil && $0.doubt == nil })
        // What was known of a request before it was made is not lost if it is abandoned.
        let abandoned = reports.filter { if case .timedOut? = $0.error { true } else { false } }
        #expect(abandoned.allSatisfy { $0.details.possibleCause != nil })
    }

    @Test(arguments: [Endpoint.binance, .coinbase])
    func execute_whenASourceIsRateLimited_asksTheOtherAtOnce(_ limited: Endpoint) {
        let race = ScriptedRace(Case("", [.quote(100), .quote(100)], asked: [], end: 0, ""))
        var fetch = FetchWithFallback(
            ScriptedRace.loaders(2), FetchLimits(),
            rateLimits: [Endpoint.binance, .coinbase].map { $0 == limited ? .seconds(9) : nil })
        let (winner, reports) = fetch.execute(race)
        #expect(winner != nil && winner?.endpoint != limited && race.now == .milliseconds(100))
        #expect(reports.first { $0.endpoint == limited }?.error == .skipped(timeLeft: .seconds(9)))
    }

    private static func text(_ report: SourceReport) -> String {
        switch report.error {
        case nil: report.doubt == nil ? "quote" : "doubtful"
        case .timedOut(_, let time): "none in \(time.milliseconds)"
        case .rateLimited: "rate limit"
        case .notAsked: "not asked"
        default: "error"
        }
    }
}

/// A race with a script in place of a clock and of threads.
private final class ScriptedRace: Race {
    private let responses: [FetchWithFallbackTests.Response]
    private var delays: [Int]
    private var reports: [(position: Int, report: SourceReport, time: Duration)] = []
    private let preparing: Duration
    private(set) var now: Duration
    private(set) var asked: [Int] = []
    private var waits = 0

    init(_ test: FetchWithFallbackTests.Case) {
        (responses, delays, now) = (test.responses, test.delays, .milliseconds(test.start))
        preparing = .milliseconds(test.preparing)
    }

    static func loaders(_ count: Int) -> [any PriceLoader] {
        [Endpoint.binance, .coinbase].prefix(count).map { LoaderDouble($0) }
    }

    func prepare(for count: Int) { now += preparing }

    func start(_ loader: any PriceLoader, at position: Int) {
        let source = loader.endpoint
        asked.append(Int(now.milliseconds))
        func add(_ report: SourceReport, after delay: Int) {
            reports.append((position, report, now + .milliseconds(delay)))
        }
        switch responses[position] {
        case .quote(let delay): add(.quote(source), after: delay)
        case .doubtful(let delay): add(.doubtful(source), after: delay)
        case .mistake(let delay):
            add(SourceReport(source, .quote(.sample("1", from: source.sourceName))), after: delay)
        case .error(let delay): add(.failure(source, .serverError), after: delay)
        case .rateLimit(let delay): add(.failure(source, .rateLimited()), after: delay)
        case .none: break
        }
    }

    func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)? {
        waits += 1
        guard waits < 100 else {
            Issue.record("the fetch does not end")
            // It does when each source has a report.
            return (waits % responses.count, .failure(.binance, .serverError))
        }
        let delay = Duration.milliseconds(delays.isEmpty ? 0 : delays.removeFirst())
        let next = reports.min { $0.time < $1.time }
        guard let next, next.time <= max(deadline, now) else {
            now = max(now, deadline + delay)
            return nil
        }
        reports.removeAll { $0.position == next.position }
        now = max(now, next.time + delay)
        return (next.position, next.report)
    }
}
