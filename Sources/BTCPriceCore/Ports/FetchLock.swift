/// Lets several runs share one fetch: the first one fetches, the others wait for its result.
package protocol FetchLock: Sendable {
    /// Whether another run is fetching. A lock whose stamp has expired does not count as held.
    var isHeld: Bool { get }

    /// Tries to acquire the lock until `deadline`, counted from the beginning of the run; less long if the holder's stamp has
    /// expired. Then calls `body` in any case, once, and holds the lock, if it was acquired, until `body` returns.
    func withLock<Result>(deadline: Duration, _ body: (RunState.LockAttempt) -> Result) -> Result
}
