/// Lets several runs share one fetch: the first one fetches, the others wait for its result.
package protocol FetchLock: Sendable {
    /// Whether another run is fetching.
    var isHeld: Bool { get }

    /// Waits for the lock until `deadline`, counted from the beginning of the run, and holds it during `body`, which
    /// learns whether it was acquired. Where locks do not work, it counts as acquired.
    func withLock<Result>(deadline: Duration, _ body: (_ isAcquired: Bool) -> Result) -> Result
}
