/// Lets runs share one fetch: the first one fetches, the others wait for its quote.
package protocol FetchLock: AnyObject {
    /// Waits until `deadline` at most (`FetchLimits.fetchLockDeadline`), and holds the lock until `release`. A run
    /// that does not get it proceeds.
    ///
    /// - Returns: how long it has waited.
    func acquire(deadline: Duration) -> Duration

    /// Does nothing if the lock is not held.
    func release()
}
