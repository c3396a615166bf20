package struct RateLimits: Equatable, Sendable {
    package private(set) var entries: [RateLimit]

    package init(_ entries: [RateLimit] = []) {
        self.entries = entries
    }

    /// A `skipped` report for each endpoint that must not be asked.
    func reports(of endpoints: [Endpoint], at now: Timestamp) -> [SourceReport] {
        endpoints.compactMap { endpoint in
            let rateLimit = entries.first { $0.endpoint == endpoint && $0.holds(at: now) }
            return rateLimit.map { SourceReport(endpoint, .failure(.skipped(timeLeft: $0.end - now))) }
        }
    }

    /// Removes the rate limits that do not hold any more, and adds those of the reports. Of two for one endpoint, the one
    /// that ends later stays.
    mutating func add(_ reports: [SourceReport], at now: Timestamp) {
        entries.removeAll { !$0.holds(at: now) }
        for report in reports {
            guard case .rateLimited(_, let duration)? = report.error else { continue }
            let new = RateLimit(report.endpoint, from: now, lasting: duration)
            guard !entries.contains(where: { $0.endpoint == new.endpoint && $0.end > new.end }) else { continue }
            entries.removeAll { $0.endpoint == new.endpoint }
            entries.append(new)
        }
    }
}

/// The time during which a source must not be asked.
package struct RateLimit: Equatable, Sendable {
    static let defaultDuration = Duration.seconds(60)
    static let minDuration = Duration.seconds(1)
    /// No rate limit lasts longer, whatever a source or a file says.
    package static let maxDuration = Duration.seconds(3600)

    package let endpoint: Endpoint
    package let begin: Timestamp
    package let end: Timestamp

    package init(_ endpoint: Endpoint, from begin: Timestamp, to end: Timestamp) {
        self.endpoint = endpoint
        self.begin = begin
        self.end = end
    }

    /// - Parameter duration: how long the source asks to wait, if it says; limited to `minDuration` to `maxDuration`.
    init(_ endpoint: Endpoint, from begin: Timestamp, lasting duration: Duration?) {
        let duration = max(duration ?? Self.defaultDuration, Self.minDuration)
        self.init(endpoint, from: begin, to: begin + min(duration, Self.maxDuration))
    }

    /// Also false if it begins in the future or is too long: then a clock was wrong, or something else has written it.
    func holds(at now: Timestamp) -> Bool {
        begin <= now && now < end && end - begin <= Self.maxDuration
    }
}

package protocol RateLimitStore: AnyObject, Sendable {
    /// Empty if nothing is stored, or nothing that can be read.
    func load() -> RateLimits

    /// Reads, changes and writes the rate limits, in one step if possible. What cannot be read counts as empty.
    func update(_ change: (inout RateLimits) -> Void) throws(StoreError)
}
