/// Remembers rate limits between runs.
package protocol RateLimitStore: AnyObject, Sendable {
    /// The stored rate limits; empty if there are none, or if they cannot be read.
    func load() -> RateLimits

    /// Reads, changes and writes the rate limits, if possible in one step with respect to other writers. Throws if they cannot be
    /// written; data that cannot be read counts as empty.
    func update(_ change: (inout RateLimits) -> Void) throws(StoreError)
}
