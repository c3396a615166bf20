/// Asks the primary, then the fallback, within a bound: the first valid quote wins.
///
/// The fallback is asked when the primary fails, or as well when it has not answered within `timeout`; a late
/// primary still counts. What is still under way when the fetch is over is left behind.
public struct FetchWithFallback: Sendable {
    /// How long the primary has before the fallback is asked as well, unless half of `maxTime` is less.
    public static let defaultTimeout = Duration.milliseconds(800)
    /// The bound on the whole fetch.
    public static let defaultMaxTime = Duration.seconds(5)

    private let timeout: Duration
    private let maxTime: Duration

    /// - Parameters:
    ///   - timeout: at or beyond `maxTime` the fallback is asked only when the primary fails. Nil is the default.
    ///   - maxTime: counted from the beginning of the run.
    public init(timeout: Duration? = nil, maxTime: Duration = Self.defaultMaxTime) {
        self.timeout = timeout ?? min(Self.defaultTimeout, maxTime / 2)
        self.maxTime = maxTime
    }

    /// How each source did that was asked, the primary first: at most one has a quote.
    public func callAsFunction(over race: inout some Race) -> [SourceReport] {
        let start = race.now
        var asked: [Duration] = []
        var reports: [SourceReport?] = []
        func askNext() {
            race.ask(asked.count)
            asked.append(race.now)
            reports.append(nil)
        }

        if race.count > 0 { askNext() }
        while reports.contains(nil) {
            let waitsToAsk = asked.count < race.count
            if let (position, report) = race.nextReport(until: waitsToAsk ? min(start + timeout, maxTime) : maxTime) {
                reports[position] = report
                if report.quote != nil { break }
            }
            // Whether the primary has failed or is only slow: there is somebody else, if there is still time.
            guard race.now < maxTime else { break }
            let isDue = !reports.contains(nil) || race.now >= start + timeout
            if asked.count < race.count, isDue { askNext() }
        }
        let end = race.now
        return asked.indices.map { position in
            reports[position]
                ?? SourceReport(source: race.source(position), .noAnswer(within: max(.zero, end - asked[position])))
        }
    }
}
