import BTCPriceCore

/// A race in which everything happens when a script says so: no clock, no thread.
struct ScriptedRace: Race {
    /// What a loader reports, and how long after it was asked.
    enum Answer {
        case quote(after: Duration)
        case failure(PriceLoadingError, after: Duration)
        case silence
    }

    enum Event: Equatable {
        case ask(Int, at: Duration)
        case wait(until: Duration)
    }

    private static let sources = ["binance", "coinbase", "kraken"]

    private let answers: [Answer]
    private var delays: [Duration]
    private var reports: [(position: Int, report: SourceReport, time: Duration)] = []
    private(set) var now: Duration
    private(set) var events: [Event] = []

    /// - Parameters:
    ///   - start: when the fetch begins, counted from the beginning of the run.
    ///   - delays: how much later than it should each wait ends; earlier where negative.
    init(_ answers: Answer..., startingAt start: Duration = .zero, delays: [Duration] = []) {
        self.answers = answers
        self.delays = delays
        now = start
    }

    var count: Int { answers.count }

    func source(_ position: Int) -> String { Self.sources[position] }

    mutating func ask(_ position: Int) {
        events.append(.ask(position, at: now))
        switch answers[position] {
        case .quote(let delay): reports.append((position, .quote(source(position)), now + delay))
        case .failure(let error, let delay): reports.append((position, .failure(source(position), error), now + delay))
        case .silence: break
        }
    }

    mutating func nextReport(until moment: Duration) -> (position: Int, report: SourceReport)? {
        events.append(.wait(until: moment))
        precondition(events.count < 100, "the fetch does not come to its end")
        let delay = delays.isEmpty ? .zero : delays.removeFirst()
        let next = reports.indices.min { reports[$0].time < reports[$1].time }
        guard let next, reports[next].time <= moment else {
            now = max(now, moment + delay)
            return nil
        }
        let (position, report, time) = reports.remove(at: next)
        now = max(now, time + delay)
        return (position, report)
    }
}
