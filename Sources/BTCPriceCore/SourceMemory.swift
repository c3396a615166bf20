/// Remembers, from run to run, which sources are to be left alone.
public protocol SourceMemory: Sendable {
    /// What is remembered, by the name of the source; empty where nothing is, or it cannot be read.
    func records() -> [String: SourceRecord]

    /// Changes what is remembered; another run's change comes before or after. Failing to is no error: the sources
    /// will say it again.
    func update(_ change: (inout [String: SourceRecord]) -> Void)
}

extension SourceMemory {
    /// Remembers what a fetch has shown of its sources.
    func learn(from reports: [SourceReport], at now: Timestamp) {
        let fetchFailed = reports.allSatisfy { $0.quote == nil }
        update { records in
            for report in reports {
                let known = records[report.source] ?? SourceRecord([:])
                records[report.source] = report.error.flatMap {
                    known.after($0, fetchFailed: fetchFailed, at: now)
                }
            }
        }
    }
}
