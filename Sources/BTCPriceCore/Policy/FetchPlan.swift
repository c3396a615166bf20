/// Which sources a run asks, in which order, and which it skips.
package struct FetchPlan: Equatable, Sendable {
    /// The sources to ask, the one to ask first at the beginning; empty if all are skipped.
    package private(set) var sources: [SourceID] = []
    /// The reports of the sources that are skipped.
    package private(set) var skipped: [SourceReport] = []

    /// - Parameters:
    ///   - chosen: the sources in the user's order.
    ///   - time: how much time a run has that skips sources after a failed fetch; nil for a run that asks them all the same.
    init(
        _ chosen: [SourceID], in currency: Currency, _ backoff: Backoff, sharedRunTime time: Duration?,
        at now: Timestamp
    ) {
        for source in chosen {
            if let entry = backoff.reasonToSkip(source, in: currency, sharedRunTime: time, at: now) {
                skipped.append(SourceReport(source: source.name, .skipped(entry.end - now, because: entry.reason)))
            } else {
                sources.append(source)
            }
        }
        // A blocked source is asked after one that is not; otherwise the user's order is kept.
        let isBlocked = { (source: SourceID) in backoff.isBlocked(source, at: now) }
        sources = sources.filter { !isBlocked($0) } + sources.filter(isBlocked)
    }
}
