/// Lets several runs share one fetch: the first one fetches, the others wait for its result.
package protocol FetchLock: Sendable {
    /// Whether another run is fetching. A lock that has been held for too long does not count as held.
    var isHeld: Bool { get }

    /// Tries to acquire the lock until `deadline`, counted from the beginning of the run, and holds it during `body`.
    func withLock<Result>(deadline: Duration, _ body: (RunState.Lock) -> Result) -> Result
}
