/// The rate limits of all sources, as runs share them.
package struct RateLimitTable: Equatable, Sendable {
    package private(set) var entries: [RateLimit]

    package init(_ entries: [RateLimit] = []) {
        self.entries = entries
    }

    /// For how long the endpoint must not be asked; nil if it may be asked now.
    package func timeLeft(of endpoint: Endpoint, at now: Timestamp) -> Duration? {
        let rateLimit = entries.first { $0.endpoint == endpoint && $0.holds(at: now) }
        return rateLimit.map { $0.end - now }
    }

    /// Removes the rate limits that do not hold now, and adds those of the reports. Of two for one endpoint, the
    /// one that ends later stays.
    mutating func add(_ reports: [SourceReport], at now: Timestamp) {
        entries.removeAll { !$0.holds(at: now) }
        for report in reports {
            guard case .rateLimited(_, let time, let duration)? = report.error else { continue }
            let new = RateLimit(report.endpoint, from: time, lasting: duration)
            guard !entries.contains(where: { $0.endpoint == new.endpoint && $0.end > new.end }) else { continue }
            entries.removeAll { $0.endpoint == new.endpoint }
            entries.append(new)
        }
    }
}
