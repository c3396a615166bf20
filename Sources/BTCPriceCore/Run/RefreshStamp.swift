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
