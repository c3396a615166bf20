/// The back-off entries of all sources.
package struct Backoff: Equatable, Sendable {
    /// For a rate limit without a `Retry-After`, and the least for one with it.
    static let rateLimit = (default: Duration.seconds(60), minimum: Duration.seconds(1))

    package private(set) var entries: [BackoffEntry]

    package init(_ entries: [BackoffEntry] = []) {
        self.entries = entries
    }

    /// How long a source is skipped, and why; nil if it is not.
    ///
    /// - Parameter time: how much time a run has that skips sources after a failed fetch; nil for a run that asks them all
    ///   the same.
    func reasonToSkip(
        _ source: SourceID, in currency: Currency, sharedRunTime time: Duration?, at now: Timestamp
    ) -> (reason: BackoffEntry.Reason, remaining: Duration)? {
        if let entry = entry(.rateLimited, source, nil), let remaining = entry.remaining(at: now) {
            return (.rateLimited, remaining)
        }
        guard let time, let entry = entry(.failed, source, currency), time <= entry.allowedTime,
            let remaining = entry.remaining(at: now)
        else { return nil }
        return (.failed, remaining)
    }

    func isBlocked(_ source: SourceID, at now: Timestamp) -> Bool {
        entry(.blocked, source, nil)?.remaining(at: now) != nil
    }

    func isRefreshing(_ primary: SourceID, in currency: Currency, at now: Timestamp) -> Bool {
        entry(.refreshing, primary, currency)?.remaining(at: now) != nil
    }

    mutating func removeInvalid(at now: Timestamp) {
        entries.removeAll { $0.remaining(at: now) == nil }
    }

    mutating func addRefreshing(_ primary: SourceID, in currency: Currency, at now: Timestamp) {
        add(.refreshing, primary, currency, for: BackoffEntry.Reason.refreshing.maxDuration, at: now)
    }

    mutating func removeRefreshing(_ primary: SourceID, in currency: Currency) {
        entries.removeAll { $0.isAbout(.refreshing, primary, currency) }
    }

    /// Adds what a fetch has shown about its sources.
    ///
    /// - Parameter allowedTime: the time that the fetch was allowed.
    mutating func record(
        _ results: [(source: SourceID, report: SourceReport)], in currency: Currency, allowedTime: Duration,
        at now: Timestamp
    ) {
        let fetchFailed = results.allSatisfy { $0.report.quote == nil }
        for (source, report) in results {
            switch report.error {
            case nil: entries.removeAll { $0.source == source && $0.reason != .refreshing }
            case .skipped: break
            case .rateLimited(_, let retryAfter):
                let duration = retryAfter.map { max($0, Self.rateLimit.minimum) } ?? Self.rateLimit.default
                add(.rateLimited, source, nil, for: duration, at: now)
            case .blocked:
                add(.blocked, source, nil, for: BackoffEntry.Reason.blocked.maxDuration, at: now)
                if fetchFailed { addFailed(source, currency, allowedTime, at: now) }
            default: if fetchFailed { addFailed(source, currency, allowedTime, at: now) }
            }
        }
    }

    /// An entry that applies and allowed more time is kept.
    private mutating func addFailed(
        _ source: SourceID, _ currency: Currency, _ allowedTime: Duration, at now: Timestamp
    ) {
        if let entry = entry(.failed, source, currency), entry.remaining(at: now) != nil,
            entry.allowedTime > allowedTime
        {
            return
        }
        let duration = BackoffEntry.Reason.failed.maxDuration
        add(.failed, source, currency, for: duration, at: now, allowedTime: allowedTime)
    }

    private mutating func add(
        _ reason: BackoffEntry.Reason, _ source: SourceID, _ currency: Currency?, for duration: Duration,
        at now: Timestamp, allowedTime: Duration = .zero
    ) {
        entries.removeAll { $0.isAbout(reason, source, currency) }
        let end = now + min(duration, reason.maxDuration)
        entries.append(
            BackoffEntry(reason, source, currency: currency, from: now, to: end, allowedTime: allowedTime))
    }

    private func entry(_ reason: BackoffEntry.Reason, _ source: SourceID, _ currency: Currency?) -> BackoffEntry? {
        entries.first { $0.isAbout(reason, source, currency) }
    }
}
