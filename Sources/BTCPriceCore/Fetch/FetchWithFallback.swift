/// Asks the primary, then the fallback, until a deadline. The first valid quote wins.
///
/// The fallback is asked when the primary fails, or when it has not responded within the timeout; then a late primary can
/// still win. Requests still running at the end are abandoned.
package struct FetchWithFallback: Sendable {
    private let endpoints: [Endpoint]
    private let limits: FetchLimits
    private let waited: Duration

    /// One for each source that was asked, in the order in which they came. Abandoned ones are last, as `timedOut`.
    package private(set) var reports: [SourceReport] = []

    /// - Parameters:
    ///   - endpoints: those to ask, the primary's first; without rate-limited ones.
    ///   - waited: time spent waiting for the fetch lock, which counts towards the timeout.
    package init(_ endpoints: [Endpoint], _ limits: FetchLimits, waited: Duration = .zero) {
        self.endpoints = endpoints
        self.limits = limits
        self.waited = waited
    }

    package mutating func execute(_ race: any Race) -> PriceQuote? {
        let fallbackTime = race.now + max(.zero, limits.timeout - waited)
        var notAsked = endpoints[...]
        var asked: [(endpoint: Endpoint, request: TransferDetails, start: Duration)] = []
        var quote: PriceQuote?
        func askNext() {
            guard let endpoint = notAsked.popFirst() else { return }
            let request = race.start(endpoint)
            asked.append((endpoint, request, race.now))
        }

        // All the time may have passed waiting for the lock, for example if this process was suspended.
        if race.now < limits.maxTime { askNext() }
        while reports.count < asked.count {
            let deadline = notAsked.isEmpty ? limits.maxTime : min(fallbackTime, limits.maxTime)
            if let report = race.nextReport(until: deadline) {
                reports.append(report)
                quote = try? report.result.get()
            }
            guard quote == nil, race.now < limits.maxTime else { break }
            let allFailed = reports.count == asked.count
            if allFailed || race.now >= fallbackTime { askNext() }
        }
        // Takes the reports that have come meanwhile: a rate limit has to be stored even if the other source won, and a quote
        // may wait behind a failure that was read just before the deadline.
        while reports.count < asked.count, let report = race.nextReport(until: .zero) {
            reports.append(report)
            if quote == nil { quote = try? report.result.get() }
        }
        let end = race.now
        for (endpoint, request, start) in asked where !reports.contains(where: { $0.endpoint == endpoint }) {
            reports.append(SourceReport(endpoint, .failure(.timedOut(after: max(.zero, end - start))), request))
        }
        return quote
    }
}
