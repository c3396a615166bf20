/// Asks the primary, then the fallback, until a deadline. The first valid quote wins.
///
/// The fallback is asked when the primary fails, or as well if the primary has not responded within the timeout; a late primary
/// can still win. Requests that are still running when the fetch ends are abandoned.
package struct FetchWithFallback: Sendable {
    private let endpoints: [Endpoint]
    private let limits: FetchLimits
    private let waited: Duration

    /// A report for each source that was asked: first those that have come, in the order in which they came, then a `timedOut`
    /// for each source whose request was abandoned.
    package private(set) var reports: [SourceReport] = []

    /// - Parameters:
    ///   - endpoints: the primary's first, without those that are rate-limited. The first one is asked as the primary.
    ///   - waited: how long the run has waited for the fetch lock. This time counts towards the timeout; if it is not less than
    ///     the timeout, the fallback is asked immediately after the primary.
    package init(_ endpoints: [Endpoint], _ limits: FetchLimits, waited: Duration = .zero) {
        self.endpoints = endpoints
        self.limits = limits
        self.waited = waited
    }

    /// The first quote; nil if there is none.
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

        // The wait for the fetch lock may have taken all the time, for example of a process that was stopped.
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
        // Takes the reports that are there already: a rate limit must be stored even if the other source returned the quote, and
        // a quote may have come together with a failure just before the deadline.
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
