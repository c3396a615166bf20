/// Remembers back-off entries between runs.
package protocol BackoffStore: Sendable {
    /// Empty if nothing is stored or it cannot be read.
    func load() -> Backoff

    /// Reads, changes and writes the entries in one step with respect to other writers, and returns the result of `change`,
    /// which may be called twice. Throws if changed entries cannot be written; data that cannot be read counts as empty.
    func update<Result>(_ change: (inout Backoff) -> Result) throws(StoreError) -> Result
}
