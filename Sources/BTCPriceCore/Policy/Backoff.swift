/// The back-off entries of all sources.
package struct Backoff: Equatable, Sendable {
    /// For a rate limit without a `Retry-After`.
    static let defaultRateLimit = Duration.seconds(60)
    static let minRateLimit = Duration.seconds(1)

    package private(set) var entries: [BackoffEntry]

    package init(_ entries: [BackoffEntry] = []) {
        self.entries = entries
    }

    /// The entry because of which a source is skipped.
    ///
    /// - Parameter time: how much time a run has that skips sources after a failed fetch; nil for a run that asks them all
    ///   the same.
    func reasonToSkip(
        _ source: SourceID, in currency: Currency, sharedRunTime time: Duration?, at now: Timestamp
    ) -> BackoffEntry? {
        if let rateLimit = entry(.rateLimited, source, nil, at: now) { return rateLimit }
        guard let time, let failure = entry(.failed, source, currency, at: now) else { return nil }
        return time <= failure.allowedTime ? failure : nil
    }

    func isBlocked(_ source: SourceID, at now: Timestamp) -> Bool { entry(.blocked, source, nil, at: now) != nil }

    func isRefreshing(_ primary: SourceID, in currency: Currency, at now: Timestamp) -> Bool {
        entry(.refreshing, primary, currency, at: now) != nil
    }

    /// Returns whether the entry was added: it is not if there is one.
    mutating func addRefreshing(_ primary: SourceID, in currency: Currency, at now: Timestamp) -> Bool {
        removeEntriesThatDoNotApply(at: now)
        guard !isRefreshing(primary, in: currency, at: now) else { return false }
        add(.refreshing, primary, currency, at: now)
        return true
    }

    /// Keeps an entry that was added after `time`, which is that of another refresh.
    mutating func removeRefreshing(_ primary: SourceID, in currency: Currency, addedUntil time: Timestamp) {
        entries.removeAll { $0.isAbout(.refreshing, primary, currency) && $0.begin <= time }
    }

    /// Adds what a fetch has shown.
    ///
    /// - Parameters:
    ///   - reports: the reports of the sources that were asked, in their order.
    ///   - allowedTime: the time that the fetch was allowed. An entry that applies and allowed more time is kept.
    mutating func record(
        _ reports: [SourceReport], from sources: [SourceID], in currency: Currency, allowedTime: Duration,
        at now: Timestamp
    ) {
        removeEntriesThatDoNotApply(at: now)
        let fetchFailed = reports.allSatisfy { $0.quote == nil }
        for (source, report) in zip(sources, reports) {
            switch report.error {
            case nil:
                entries.removeAll { $0.source == source && $0.reason != .refreshing }
                continue
            case .rateLimited(_, let retryAfter):
                let duration = max(retryAfter ?? Self.defaultRateLimit, Self.minRateLimit)
                add(.rateLimited, source, nil, at: now, for: duration)
                continue
            case .blocked: add(.blocked, source, nil, at: now)
            default: break
            }
            let earlierTime = entry(.failed, source, currency, at: now)?.allowedTime ?? .zero
            if fetchFailed, earlierTime <= allowedTime {
                add(.failed, source, currency, at: now, allowedTime: allowedTime)
            }
        }
    }

    private mutating func removeEntriesThatDoNotApply(at now: Timestamp) {
        entries.removeAll { !$0.applies(at: now) }
    }

    /// Replaces the entry of this kind. Without a duration, it applies for as long as it may.
    private mutating func add(
        _ reason: BackoffEntry.Reason, _ source: SourceID, _ currency: Currency?, at now: Timestamp,
        for duration: Duration? = nil, allowedTime: Duration = .zero
    ) {
        entries.removeAll { $0.isAbout(reason, source, currency) }
        let end = now + min(duration ?? reason.maxDuration, reason.maxDuration)
        entries.append(BackoffEntry(reason, source, currency: currency, from: now, to: end, allowedTime: allowedTime))
    }

    /// The entry of this kind, if it applies.
    private func entry(
        _ reason: BackoffEntry.Reason, _ source: SourceID, _ currency: Currency?, at now: Timestamp
    ) -> BackoffEntry? {
        entries.first { $0.isAbout(reason, source, currency) && $0.applies(at: now) }
    }
}
