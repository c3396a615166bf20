package protocol RateLimitStore: AnyObject, Sendable {
    /// Empty if nothing is stored, or nothing that can be read.
    func retrieve() -> RateLimitTable

    /// Reads, changes and writes the rate limits, in one step if possible. What cannot be read counts as absent.
    func update(_ change: (inout RateLimitTable) -> Void) throws(StoreError)
}
