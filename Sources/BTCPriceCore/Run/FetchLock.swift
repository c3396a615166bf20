/// Lets several runs share one fetch: the first one fetches, the others wait for its quote.
package protocol FetchLock: AnyObject {
    /// Tries to acquire the lock until `deadline`, counted from the beginning of the run, and holds it until `release`.
    ///
    /// - Returns: how long that took. Without success too: a run that has not acquired the lock proceeds without it.
    func acquire(deadline: Duration) -> Duration

    /// Does nothing if the lock is not held.
    func release()
}
