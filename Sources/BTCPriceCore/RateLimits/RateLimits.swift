/// The rate limits of all sources, which runs share.
package struct RateLimits: Equatable, Sendable {
    package private(set) var entries: [RateLimit]

    package init(_ entries: [RateLimit] = []) {
        self.entries = entries
    }

    /// The reports of those of the sources that must not be asked.
    func reports(of sources: [SourceID], at now: Timestamp) -> [SourceReport] {
        sources.compactMap { source in
            let rateLimit = entries.first { $0.source == source && $0.holds(at: now) }
            return rateLimit.map { SourceReport(source: source.name, .skipped(timeLeft: $0.end - now)) }
        }
    }

    /// Adds the rate limits that sources have reported, and removes those that do not hold.
    ///
    /// - Parameter reports: one for each of `sources`, in the same order.
    mutating func add(_ reports: [SourceReport], from sources: [SourceID], at now: Timestamp) {
        entries.removeAll { !$0.holds(at: now) }
        for (source, report) in zip(sources, reports) {
            guard case .rateLimited(_, let retryAfter)? = report.error else { continue }
            entries.removeAll { $0.source == source }
            entries.append(RateLimit(source, from: now, lasting: retryAfter))
        }
    }
}
