/// The rate limits of all sources, which runs share.
package struct RateLimits: Equatable, Sendable {
    package private(set) var entries: [RateLimit]

    package init(_ entries: [RateLimit] = []) {
        self.entries = entries
    }

    /// A `skipped` report for each of `sources` that must not be asked, in their order.
    func reports(of sources: [SourceID], at now: Timestamp) -> [SourceReport] {
        sources.compactMap { source in
            let rateLimit = entries.first { $0.source == source && $0.holds(at: now) }
            return rateLimit.map { SourceReport(source: source, .skipped(timeLeft: $0.end - now)) }
        }
    }

    /// Adds the rate limits that are in the reports, each in place of an earlier one of its source. Removes all that do not hold.
    mutating func add(_ reports: [SourceReport], at now: Timestamp) {
        entries.removeAll { !$0.holds(at: now) }
        for report in reports {
            guard case .rateLimited(_, let duration)? = report.error else { continue }
            entries.removeAll { $0.source == report.source }
            entries.append(RateLimit(report.source, from: now, lasting: duration))
        }
    }
}
