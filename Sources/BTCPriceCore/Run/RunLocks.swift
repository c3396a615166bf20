/// Lets several runs share one fetch: the first one fetches, the others wait for its quote.
package protocol FetchLock: AnyObject {
    /// Tries to acquire the lock until `deadline`, counted from the beginning of the run, and holds it until `release`.
    ///
    /// - Returns: how long the attempt took, whether or not the lock was acquired. A run without the lock proceeds too.
    func acquire(deadline: Duration) -> Duration

    /// Does nothing if the lock is not held.
    func release()
}

/// The time at which the last background refresh with this run's currency, sources and settings was started. Only a run that has
/// locked the stamp reads or stores the time.
package protocol RefreshStamp: AnyObject {
    /// Locks the stamp until `unlock`, without waiting. False if another run has locked it; true also where locks do not work.
    func lock() -> Bool

    func unlock()

    /// Nil if no time is stored, or if it cannot be read.
    var time: Timestamp? { get }

    /// Replaces the time; nil removes it, for a refresh that could not be started. Throws if the change cannot be stored.
    func store(_ time: Timestamp?) throws(StoreError)
}
