/// Which sources a run asks, in which order, and which it skips.
package struct FetchPlan: Equatable, Sendable {
    /// The primary first.
    package private(set) var sources: [SourceID] = []
    /// The reports of the sources that are skipped.
    package private(set) var skipped: [SourceReport] = []

    /// - Parameters:
    ///   - chosen: in the user's order.
    ///   - time: the time of the run, if it skips sources that have failed.
    init(
        _ chosen: [SourceID], in currency: Currency, _ backoff: Backoff, sharedRunTime time: Duration?,
        at now: Timestamp
    ) {
        for source in chosen {
            if let (reason, remaining) = backoff.skip(source, in: currency, sharedRunTime: time, at: now) {
                skipped.append(SourceReport(source: source.name, .skipped(remaining, because: reason)))
            } else {
                sources.append(source)
            }
        }
        // A blocked source becomes the fallback if the other one is not blocked.
        let isBlocked = { (source: SourceID) in backoff.isBlocked(source, at: now) }
        sources = sources.filter { !isBlocked($0) } + sources.filter(isBlocked)
    }
}
