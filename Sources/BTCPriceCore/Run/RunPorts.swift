/// Lets runs share one fetch: the first one fetches, the others wait for its quote.
package protocol FetchLock: AnyObject {
    /// Waits until `deadline` at most, and holds the lock until `release`. A run without the lock proceeds too.
    ///
    /// - Returns: how long it has waited.
    func acquire(deadline: Duration) -> Duration

    /// Does nothing if the lock is not held.
    func release()
}

/// When a background refresh with these arguments and variables was last started. Only to be read or stored while locked.
package protocol RefreshStamp: AnyObject {
    /// Does not wait. False if another run holds it; true where locks do not work.
    func lock() -> Bool

    func unlock()

    /// Nil if there is none, or none that can be read.
    var time: Timestamp? { get }

    /// Nil removes the time, after a refresh could not be started.
    func store(_ time: Timestamp?) throws(StoreError)
}
