/// Lets several runs share one fetch: the first one fetches, the others wait for its quote.
package protocol FetchLock: AnyObject {
    /// Tries to acquire the lock until `deadline`, counted from the beginning of the run, and holds it until `release`.
    ///
    /// - Returns: how long the attempt took, whether or not the lock was acquired. A run without the lock proceeds too.
    func acquire(deadline: Duration) -> Duration

    /// Does nothing if the lock is not held.
    func release()
}
