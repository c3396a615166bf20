/// Asks the primary, then the fallback, until a deadline. The first valid quote wins.
///
/// The fallback is asked when the primary fails, or as well if the primary has not responded within the timeout; a late
/// primary can still win. Requests that are still running when the fetch ends are abandoned.
package struct FetchWithFallback: Sendable {
    package static let defaultTimeout = Duration.milliseconds(800)
    package static let defaultMaxTime = Duration.seconds(5)

    private let limits: FetchLimits

    package init(_ limits: FetchLimits = FetchLimits()) {
        self.limits = limits
    }

    /// The reports of all sources that were asked, the primary first.
    package func execute(_ race: some Race) -> [SourceReport] {
        let fallbackTime = race.now + limits.timeout
        var startTimes: [Duration] = []
        var reports: [SourceReport?] = []
        func startNext() {
            race.start(startTimes.count)
            startTimes.append(race.now)
            reports.append(nil)
        }

        if race.count > 0 { startNext() }
        while reports.contains(nil) {
            let hasFallback = startTimes.count < race.count
            if let (position, report) = race.nextReport(
                until: hasFallback ? min(fallbackTime, limits.maxTime) : limits.maxTime)
            {
                reports[position] = report
                if report.quote != nil { break }
            }
            guard race.now < limits.maxTime else { break }
            let primaryFailed = !reports.contains(nil)
            if hasFallback, primaryFailed || race.now >= fallbackTime { startNext() }
        }
        // A rate limit that was received before the end counts, even if the other source returned the quote. A second quote
        // does not: the first one wins.
        while reports.contains(nil), let (position, report) = race.nextReport(until: .zero), report.quote == nil {
            reports[position] = report
        }
        let end = race.now
        return zip(reports, startTimes).enumerated().map { position, result in
            let (report, start) = result
            return report ?? SourceReport(source: race.sourceName(position), .timedOut(after: max(.zero, end - start)))
        }
    }
}
