/// Lets several runs share one fetch: the first one fetches, the others wait for its quote.
package protocol FetchLock: Sendable {
    /// Tries to acquire the lock until `deadline`, counted from the beginning of the run. Then calls `body` in any case, once,
    /// with the time that this took, and holds the lock, if it was acquired, until `body` returns.
    func withLock<Value>(deadline: Duration, _ body: (_ waited: Duration) -> Value) -> Value
}
