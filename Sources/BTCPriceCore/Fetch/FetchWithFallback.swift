/// Asks the primary, then the fallback, until a deadline. The first valid quote wins.
///
/// The fallback is asked when the primary fails, or when it has not responded within the timeout; then a late primary can
/// still win. Requests still running at the end are abandoned.
package struct FetchWithFallback {
    private struct Attempt {
        let loader: any PriceLoader
        var start: Duration?
        var report: SourceReport?

        var isRunning: Bool { start != nil && report == nil }
        var isOpen: Bool { start == nil && report == nil }
    }

    private let limits: FetchLimits
    private let waited: Duration
    private var attempts: [Attempt] = []

    /// - Parameters:
    ///   - loaders: the primary's first.
    ///   - rateLimits: loaders whose source is rate-limited are not started.
    ///   - waited: time spent waiting for the fetch lock, which counts towards the timeout.
    package init(
        _ loaders: [any PriceLoader], _ limits: FetchLimits, rateLimits: RateLimits, at now: Timestamp,
        waited: Duration = .zero
    ) {
        self.limits = limits
        self.waited = waited
        for loader in loaders {
            let error = rateLimits.error(for: loader.endpoint, at: now)
            attempts.append(
                Attempt(loader: loader, report: error.map { SourceReport(loader.endpoint, .failure($0)) }))
        }
    }

    /// - Returns: the first quote, and a report for each loader, in their order.
    package mutating func execute(_ race: any Race) -> (quote: PriceQuote?, reports: [SourceReport]) {
        let fallbackTime = race.now + max(.zero, limits.timeout - waited)
        var quote: PriceQuote?
        race.prepare(for: attempts.filter { $0.isOpen }.count)
        // All the time may have passed waiting for the lock, for example if this process was suspended.
        if race.now < limits.maxTime { askNext(race) }
        while isRunning {
            let hasNext = attempts.contains { $0.isOpen }
            if let report = nextReport(race, until: hasNext ? min(fallbackTime, limits.maxTime) : limits.maxTime) {
                quote = report.quote
            }
            guard quote == nil, race.now < limits.maxTime else { break }
            if !isRunning || race.now >= fallbackTime { askNext(race) }
        }
        // Takes the reports that have come meanwhile: a rate limit has to be stored even if the other source won, and a quote
        // may wait behind a failure that was read just before the deadline.
        while isRunning, let report = nextReport(race, until: .zero) { quote = quote ?? report.quote }
        return (quote, reports(at: race.now))
    }

    private var isRunning: Bool { attempts.contains { $0.isRunning } }

    private mutating func askNext(_ race: any Race) {
        guard let position = attempts.firstIndex(where: { $0.isOpen }) else { return }
        attempts[position].start = race.now
        race.start(attempts[position].loader, at: position)
    }

    private mutating func nextReport(_ race: any Race, until deadline: Duration) -> SourceReport? {
        guard let (position, report) = race.nextReport(until: deadline) else { return nil }
        attempts[position].report = report
        return report
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
