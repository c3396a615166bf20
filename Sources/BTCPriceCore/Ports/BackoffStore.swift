/// Remembers back-off entries between runs.
package protocol BackoffStore: Sendable {
    /// Empty if there is nothing that can be read.
    func load() -> Backoff

    /// Reads, changes and writes the entries in one step with respect to other writers. Returns the result of `change`.
    func update<Result>(_ change: (inout Backoff) -> Result) throws(StoreError) -> Result
}
