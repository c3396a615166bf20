/// Asks the primary, then the fallback, until a deadline. The first valid quote wins, unless it is doubtful.
///
/// The fallback is asked when the primary fails, is rate-limited, has a doubtful quote, or has not responded within the
/// timeout; a primary that is only late can still win. Requests still running at the end are abandoned.
struct FetchWithFallback {
    /// One source of this fetch.
    private struct Attempt {
        let loader: any PriceLoader
        /// Nil until the source is asked.
        var start: Duration?
        var report: SourceReport?

        var isRunning: Bool { start != nil && report == nil }
    }

    private let limits: FetchLimits
    private let waited: Duration
    private var attempts: [Attempt] = []
    /// The positions of the attempts that are still to be made.
    private var toAsk: ArraySlice<Int> = []
    /// The position of the attempt whose quote is to be printed.
    private var winner: Int?

    /// - Parameters:
    ///   - loaders: that of the primary comes first.
    ///   - rateLimits: for how long the source of each must not be asked; nil if it may be.
    ///   - waited: time spent waiting for the fetch lock, which counts towards the timeout.
    init(
        _ loaders: [any PriceLoader], _ limits: FetchLimits, rateLimits: [Duration?], waited: Duration = .zero
    ) {
        self.limits = limits
        self.waited = waited
        for (loader, rateLimit) in zip(loaders, rateLimits) {
            let report = rateLimit.map { SourceReport(loader.endpoint, .failure(.skipped(timeLeft: $0))) }
            if report == nil { toAsk.append(attempts.count) }
            attempts.append(Attempt(loader: loader, report: report))
        }
    }

    /// - Returns: the report whose quote is to be printed, if any, and a report for each loader, in their order.
    mutating func execute(_ race: any Race) -> (winner: SourceReport?, reports: [SourceReport]) {
        let fallbackTime = race.now + max(.zero, limits.timeout - waited)
        race.prepare(for: toAsk.count)
        // All the time may have passed waiting for the lock, for example if this process was suspended.
        if race.now < limits.maxTime { askNext(race) }
        while isRunning {
            receiveReport(race, until: toAsk.isEmpty ? limits.maxTime : min(fallbackTime, limits.maxTime))
            guard winner == nil, race.now < limits.maxTime else { break }
            // A source that is asked now could hardly report.
            if race.now >= limits.latestStart { toAsk = [] }
            if !isRunning || race.now >= fallbackTime { askNext(race) }
        }
        // Takes all reports that have come, without waiting: a rate limit has to be stored even if the other source has
        // won, and if one source failed just before the deadline, the other's quote may have come too.
        while isRunning, receiveReport(race, until: .zero) {}
        let reports = reports(at: race.now)
        return (winner.map { reports[$0] }, reports)
    }

    private var isRunning: Bool { attempts.contains { $0.isRunning } }

    private mutating func askNext(_ race: any Race) {
        guard let position = toAsk.popFirst() else { return }
        attempts[position].start = race.now
        race.start(attempts[position].loader, at: position)
    }

    /// Returns false if none has come.
    @discardableResult
    private mutating func receiveReport(_ race: any Race, until deadline: Duration) -> Bool {
        guard let (position, report) = race.nextReport(until: deadline) else { return false }
        attempts[position].report = report
        winner = winner ?? SecondOpinion.winner(among: reports(at: race.now))
        return true
    }

    private func reports(at end: Duration) -> [SourceReport] {
        let reports = attempts.map { attempt in
            if let report = attempt.report { return report }
            let loader = attempt.loader
            guard let start = attempt.start else { return SourceReport(loader.endpoint, .failure(.notAsked)) }
            let error = PriceLoadingError.timedOut(after: max(.zero, end - start))
            return SourceReport(loader.endpoint, .failure(error), loader.plannedRequest)
        }
        // Once a quote has won, nothing makes it doubtful any more.
        return winner == nil ? SecondOpinion.judgedByEachOther(reports) : reports
    }
}
