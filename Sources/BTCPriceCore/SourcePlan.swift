/// Whom a run asks, in which order, and whom it leaves alone.
struct SourcePlan: Equatable {
    /// The sources to ask, the primary first.
    private(set) var asked: [String] = []
    /// The reports of those that are left alone.
    private(set) var leftAlone: [SourceReport] = []

    /// Those that are asked behind others although the user wants it otherwise.
    private(set) var postponed: [Outcome.Postponed] = []

    /// - Parameters:
    ///   - sources: as the user wants them asked.
    ///   - mayDoWithout: whether the run asks nobody when it is to expect no answer.
    init(_ sources: [String], _ records: [String: SourceRecord], at now: Timestamp, mayDoWithout: Bool) {
        func remaining(_ source: String, _ reason: SourceRecord.Reason) -> Duration? {
            records[source]?.remaining(reason, at: now)
        }
        let expectsNothing =
            mayDoWithout && sources.allSatisfy { remaining($0, .limited) ?? remaining($0, .failed) != nil }
        for source in sources {
            let reasons: [SourceRecord.Reason] = expectsNothing ? [.limited, .failed] : [.limited]
            if let reason = reasons.first(where: { remaining(source, $0) != nil }),
                let time = remaining(source, reason)
            {
                leftAlone.append(SourceReport(source: source, .leftAlone(time, because: reason)))
            } else {
                asked.append(source)
            }
        }
        let refusals = asked.compactMap { source in
            remaining(source, .refused).map { Outcome.Postponed(source: source, remaining: $0) }
        }
        // Where all are refused, or none is, the order stays.
        let willing = asked.filter { source in !refusals.contains { $0.source == source } }
        guard willing != Array(asked.prefix(willing.count)) else { return }
        asked = willing + refusals.map(\.source)
        postponed = refusals
    }
}
