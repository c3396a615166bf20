/// Which sources a run asks, in which order, and which it skips.
struct FetchPlan: Equatable {
    /// The sources to ask, the primary first.
    private(set) var sources: [String] = []
    /// The reports of the sources that are skipped.
    private(set) var skipped: [SourceReport] = []
    /// The sources that are asked later than the user chose.
    private(set) var postponed: [Outcome.Postponed] = []

    /// - Parameters:
    ///   - chosen: in the user's order.
    ///   - maySkipFetch: whether the run skips all sources if each of them is rate-limited or has just failed.
    init(_ chosen: [String], _ entries: [String: SourceBackoff], at now: Timestamp, maySkipFetch: Bool) {
        func remaining(_ source: String, _ reason: BackoffReason) -> Duration? {
            entries[source]?.remaining(reason, at: now)
        }
        let skipsAll =
            maySkipFetch && chosen.allSatisfy { remaining($0, .rateLimited) ?? remaining($0, .failed) != nil }
        for source in chosen {
            let reasons: [BackoffReason] = skipsAll ? [.rateLimited, .failed] : [.rateLimited]
            if let reason = reasons.first(where: { remaining(source, $0) != nil }),
                let time = remaining(source, reason)
            {
                skipped.append(SourceReport(source: source, .skipped(time, because: reason)))
            } else {
                sources.append(source)
            }
        }
        let blocked = sources.compactMap { source in
            remaining(source, .blocked).map { Outcome.Postponed(source: source, remaining: $0) }
        }
        // If all are blocked, or none is, the order stays.
        let others = sources.filter { source in !blocked.contains { $0.source == source } }
        guard others != Array(sources.prefix(others.count)) else { return }
        sources = others + blocked.map(\.source)
        postponed = blocked
    }
}
