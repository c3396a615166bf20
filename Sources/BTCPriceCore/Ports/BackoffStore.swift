/// Remembers between runs which sources are to be skipped or asked second.
package protocol BackoffStore: Sendable {
    /// The stored back-off by source name; empty if there is none or it cannot be read.
    func entries() -> [String: SourceBackoff]

    /// Reads, changes and writes the entries in one step. A failure is ignored: the sources will report it again.
    func update(_ change: (inout [String: SourceBackoff]) -> Void)
}

extension BackoffStore {
    /// Stores what a fetch has shown about its sources.
    func recordResults(of reports: [SourceReport], at now: Timestamp) {
        let fetchFailed = reports.allSatisfy { $0.quote == nil }
        update { entries in
            for report in reports {
                let stored = entries[report.source] ?? SourceBackoff([:])
                entries[report.source] = report.error.flatMap {
                    stored.after($0, fetchFailed: fetchFailed, at: now)
                }
            }
        }
    }
}
