import BTCPriceCore

/// A race with a script in place of a clock and of threads.
final class ScriptedRace: Race {
    /// What a loader reports, and how long after its start.
    enum Response {
        case quote(after: Duration)
        case failure(PriceLoadingError, after: Duration)
        case noResponse
    }

    enum Event: Equatable {
        case start(Int, at: Duration)
        case wait(until: Duration)
    }

    private static let sources = ["binance", "coinbase", "kraken"]

    private let responses: [Response]
    private var delays: [Duration]
    private var reports: [(position: Int, report: SourceReport, time: Duration)] = []
    private(set) var now: Duration
    private(set) var events: [Event] = []

    /// - Parameters:
    ///   - start: when the fetch begins, counted from the beginning of the run.
    ///   - delays: how much later than it should each wait ends, or earlier if negative.
    init(_ responses: Response..., startingAt start: Duration = .zero, delays: [Duration] = []) {
        self.responses = responses
        self.delays = delays
        now = start
    }

    var count: Int { responses.count }

    func source(_ position: Int) -> String { Self.sources[position] }

    func start(_ position: Int) {
        events.append(.start(position, at: now))
        switch responses[position] {
        case .quote(let delay): reports.append((position, .quote(source(position)), now + delay))
        case .failure(let error, let delay): reports.append((position, .failure(source(position), error), now + delay))
        case .noResponse: break
        }
    }

    func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)? {
        // At its end, a fetch reads the reports that are already there.
        if deadline > .zero { events.append(.wait(until: deadline)) }
        precondition(events.count < 100, "the fetch does not end")
        let delay = delays.isEmpty ? .zero : delays.removeFirst()
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
