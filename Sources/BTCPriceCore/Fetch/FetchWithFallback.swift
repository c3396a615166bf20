/// Asks the primary, then the fallback, until a deadline. The first valid quote wins.
///
/// The fallback is asked when the primary fails, or when it has not responded within the timeout; then a late primary can
/// still win. Requests still running at the end are abandoned.
struct FetchWithFallback {
    private final class Attempt {
        let loader: any PriceLoader
        var start: Duration?
        var report: SourceReport?

        init(_ loader: any PriceLoader, _ report: SourceReport?) {
            self.loader = loader
            self.report = report
        }

        var isRunning: Bool { start != nil && report == nil }
        /// Neither asked nor skipped.
        var isOpen: Bool { start == nil && report == nil }
    }

    /// Between the clocks of two sources that agree.
    private static let maxDifference = Duration.seconds(300)

    private let limits: FetchLimits
    private let waited: Duration
    private let attempts: [Attempt]

    /// - Parameters:
    ///   - loaders: the primary's first.
    ///   - rateLimits: loaders whose source is rate-limited are not started.
    ///   - waited: time spent waiting for the fetch lock, which counts towards the timeout.
    init(
        _ loaders: [any PriceLoader], _ limits: FetchLimits, rateLimits: RateLimits, at now: Timestamp,
        waited: Duration = .zero
    ) {
        self.limits = limits
        self.waited = waited
        attempts = loaders.map { loader in
            let error = rateLimits.error(for: loader.endpoint, at: now)
            return Attempt(loader, error.map { SourceReport(loader.endpoint, .failure($0)) })
        }
    }

    /// - Returns: the first quote, and a report for each loader, in their order.
    func execute(_ race: any Race) -> (quote: PriceQuote?, reports: [SourceReport]) {
        let fallbackTime = race.now + max(.zero, limits.timeout - waited)
        // A source that is asked later could not even report.
        let latestStart = limits.maxTime - FetchLimits.reportTime * 2
        var quote: PriceQuote?
        race.prepare(for: attempts.filter { $0.isOpen }.count)
        // All the time may have passed waiting for the lock, for example if this process was suspended.
        if race.now < limits.maxTime { askNext(race) }
        while isRunning {
            let waitsForFallback = hasOpen && max(race.now, fallbackTime) < latestStart
            let deadline = waitsForFallback ? fallbackTime : limits.maxTime
            if let report = nextReport(race, until: deadline) { quote = report.quote }
            guard quote == nil, race.now < limits.maxTime else { break }
            if race.now < latestStart, !isRunning || race.now >= fallbackTime { askNext(race) }
        }
        // Takes the reports that have come meanwhile: a rate limit has to be stored even if the other source won, and a quote
        // may wait behind a failure that was read just before the deadline.
        while isRunning, let report = nextReport(race, until: .zero) { quote = quote ?? report.quote }
        return (quote ?? acceptQuoteIfClockIsWrong(), reports(at: race.now))
    }

    private var hasOpen: Bool { attempts.contains { $0.isOpen } }
    private var isRunning: Bool { attempts.contains { $0.isRunning } }

    private func askNext(_ race: any Race) {
        guard let position = attempts.firstIndex(where: { $0.isOpen }) else { return }
        attempts[position].start = race.now
        race.start(attempts[position].loader, at: position)
    }

    private func nextReport(_ race: any Race, until deadline: Duration) -> SourceReport? {
        guard let (position, report) = race.nextReport(until: deadline) else { return nil }
        attempts[position].report = report
        return report
    }

    /// If two sources agree on the time, and this machine's clock alone says that it is long ago, that clock is wrong, and
    /// the first quote is live.
    private func acceptQuoteIfClockIsWrong() -> PriceQuote? {
        guard attempts.count == 2,
            case .sentLongAgo(let primary, let time)? = attempts[0].report?.error,
            case .sentLongAgo(let fallback, let otherTime)? = attempts[1].report?.error,
            max(time - otherTime, otherTime - time) < Self.maxDifference
        else { return nil }
        let position = fallback.timestamp < primary.timestamp ? 1 : 0
        let quote = position == 0 ? primary : fallback
        attempts[position].report = attempts[position].report.map {
            SourceReport($0.endpoint, .success(quote), $0.transfer)
        }
        return quote
    }

    private func reports(at end: Duration) -> [SourceReport] {
        attempts.map { attempt in
            if let report = attempt.report { return report }
            let loader = attempt.loader
            guard let start = attempt.start else { return SourceReport(loader.endpoint, .failure(.notAsked)) }
            return SourceReport(
                loader.endpoint, .failure(.timedOut(after: max(.zero, end - start))), loader.plannedTransfer)
        }
    }
}
