import SampleValues
import Testing

@testable import BTCPriceCore

/// All times are in milliseconds.
@Suite struct FetchWithFallbackTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        /// The primary first.
        let responses: [Response]
        let limits: FetchLimits
        /// When the fetch begins, counted from the beginning of the run.
        let start: Int
        /// How long the run has waited for the fetch lock.
        let waited: Int
        /// How much later than it should each wait ends, or earlier if negative.
        var delays: [Int]
        /// What is asked and waited for, the time of the end, and what is reported of each source; or the end of that.
        let log: String

        init(
            _ condition: String, _ responses: [Response], timeout: Int = 800, maxTime: Int = 5000, start: Int = 0,
            waited: Int = 0, delays: [Int] = [], _ log: String
        ) {
            testDescription = condition
            limits = FetchLimits(timeout: .milliseconds(timeout), maxTime: .milliseconds(maxTime))
            (self.responses, self.start, self.waited, self.delays, self.log) = (responses, start, waited, delays, log)
        }
    }

    /// What a source reports, and how long after it was asked.
    enum Response {
        case quote(Int)
        case error(Int)
        case rateLimit(Int)
        case none
    }

    private static let cases = [
        Case("the primary responds", [.quote(799), .quote(0)], "primary at 0, until 800, 799: quote"),
        Case(
            "the primary fails", [.error(100), .quote(50)],
            "primary at 0, until 800, fallback at 100, until 5000, 150: error, quote"),
        Case(
            "the primary is slow", [.none, .quote(100)],
            "primary at 0, until 800, fallback at 800, until 5000, 900: none in 900, quote"),
        Case("a late primary responds first", [.quote(1000), .quote(1000)], "1000: quote, none in 200"),
        Case("a late primary responds after the fallback failed", [.quote(4000), .error(0)], "4000: quote, error"),
        Case(
            "the primary fails after the timeout", [.error(1000), .quote(1000)],
            "primary at 0, until 800, fallback at 800, until 5000, until 5000, 1800: error, quote"),
        Case("a rate limit is there when the fetch ends", [.quote(900), .rateLimit(100)], "900: quote, rate limit"),
        Case("a rate limit comes after that", [.quote(900), .rateLimit(101)], "900: quote, none in 100"),
        Case("both respond at the same time", [.quote(900), .quote(100)], "900: quote, quote"),
        Case("both fail", [.error(2000), .rateLimit(100)], "2000: error, rate limit"),
        Case("neither responds", [.none, .none], "5000: none in 5000, none in 4200"),
        Case(
            "a failure and a quote come just after the deadline", [.error(5010), .quote(4220)], delays: [0, 30],
            "5030: error, quote"),
        Case(
            "the timeout is the total limit", [.none, .quote(0)], timeout: 5000,
            "primary at 0, until 5000, 5000: none in 5000"),
        Case(
            "the timeout is more than the total limit", [.none, .quote(0)], timeout: 9000,
            "primary at 0, until 5000, 5000: none in 5000"),
        Case(
            "the primary fails, and the timeout is more than the total limit", [.error(4999), .quote(0)],
            timeout: 9000, "4999: error, quote"),
        Case(
            "the timeout is just less than the total limit", [.none, .quote(0)], timeout: 4999,
            "4999: none in 4999, quote"),
        Case("the primary fails at the deadline", [.error(5000), .quote(0)], timeout: 5000, "5000: error"),
        Case("a failure is noticed after the deadline", [.error(700), .quote(0)], delays: [6000], "6700: error"),
        Case(
            "a failure and a quote are noticed after the deadline", [.error(1000), .quote(300)], delays: [0, 4500],
            "5500: error, quote"),
        Case(
            "the timeout is noticed after the deadline", [.none, .quote(0)], delays: [4200],
            "primary at 0, until 800, 5000: none in 5000"),
        Case(
            "waits end too early", [.none, .none], delays: [-1, 0, -1],
            "until 800, until 800, fallback at 800, until 5000, until 5000, 5000: none in 5000, none in 4200"),
        Case("the total limit is zero", [.quote(1), .quote(0)], maxTime: 0, "0: "),
        // The timeout counts from the beginning of the fetch, and the deadline from that of the run.
        Case(
            "it begins late", [.none, .none], start: 300,
            "primary at 300, until 1100, fallback at 1100, until 5000, 5000: none in 4700, none in 3900"),
        Case(
            "it begins just before the deadline", [.none, .none], start: 4900,
            "primary at 4900, until 5000, 5000: none in 100"),
        Case(
            "half the timeout has passed while it waited", [.none, .none], start: 400, waited: 400,
            "primary at 400, until 800, fallback at 800, until 5000, 5000: none in 4600, none in 4200"),
        Case(
            "the timeout has passed while it waited", [.none, .none], start: 2000, waited: 2000,
            "primary at 2000, until 2000, fallback at 2000, until 5000, 5000: none in 3000, none in 3000"),
        Case("it begins at the deadline", [.quote(0), .none], start: 5000, "5000: "),
        Case("it begins after the deadline", [.quote(0), .none], start: 6000, "6000: "),
        Case("the only source fails", [.error(1000)], "primary at 0, until 5000, 1000: error"),
        Case("the only source does not respond", [.none], "primary at 0, until 5000, 5000: none in 5000"),
        Case("there is no source", [], "0: "),
    ]

    @Test(arguments: cases)
    func execute_asksPrimaryThenFallbackUntilDeadline(_ test: Case) {
        let race = ScriptedRace(test)
        var fetch = FetchWithFallback(
            Array(race.endpoints.prefix(test.responses.count)), test.limits, waited: .milliseconds(test.waited))
        let quote = fetch.execute(race)
        #expect(quote == fetch.reports.lazy.compactMap { try? $0.result.get() }.first)
        // What was known of a request before it was made is not lost if it is abandoned.
        let abandoned = fetch.reports.filter { if case .timedOut? = $0.error { true } else { false } }
        #expect(abandoned.allSatisfy { $0.transfer == ScriptedRace.request })
        let results = race.endpoints.flatMap { endpoint in
            fetch.reports.filter { $0.endpoint == endpoint }.map(Self.text)
        }
        let end = "\(race.now.milliseconds): \(results.joined(separator: ", "))"
        let log = (race.events + [end]).joined(separator: ", ")
        #expect(", \(log)".hasSuffix(", \(test.log)"))
    }

    private static func text(_ report: SourceReport) -> String {
        switch report.error {
        case nil: "quote"
        case .timedOut(let time): "none in \(time.milliseconds)"
        case .rateLimited: "rate limit"
        default: "error"
        }
    }
}

/// A race with a script in place of a clock and of threads.
private final class ScriptedRace: Race {
    static let request = TransferDetails(suspect: "https_proxy=127.0.0.1:3128")

    let endpoints = [Endpoint.binance, .coinbase]
    private var test: FetchWithFallbackTests.Case
    private var reports: [(report: SourceReport, time: Duration)] = []
    private(set) var now: Duration
    private(set) var events: [String] = []

    init(_ test: FetchWithFallbackTests.Case) {
        self.test = test
        now = .milliseconds(test.start)
    }

    func start(_ endpoint: Endpoint) -> TransferDetails {
        let isPrimary = endpoint == .binance
        events.append("\(isPrimary ? "primary" : "fallback") at \(now.milliseconds)")
        switch test.responses[isPrimary ? 0 : 1] {
        case .quote(let delay): reports.append((.quote(endpoint), now + .milliseconds(delay)))
        case .error(let delay): reports.append((.failure(endpoint, .serverError), now + .milliseconds(delay)))
        case .rateLimit(let delay): reports.append((.failure(endpoint, .rateLimited()), now + .milliseconds(delay)))
        case .none: break
        }
        return Self.request
    }

    func nextReport(until deadline: Duration) -> SourceReport? {
        // At its end, a fetch reads the reports that are already there.
        if deadline > .zero { events.append("until \(deadline.milliseconds)") }
        precondition(events.count < 100, "the fetch does not end")
        let delay = Duration.milliseconds(test.delays.isEmpty ? 0 : test.delays.removeFirst())
        let next = reports.min { $0.time < $1.time }
        guard let next, next.time <= max(deadline, now) else {
            now = max(now, deadline + delay)
            return nil
        }
        reports.removeAll { $0.report.endpoint == next.report.endpoint }
        now = max(now, next.time + delay)
        return next.report
    }
}
