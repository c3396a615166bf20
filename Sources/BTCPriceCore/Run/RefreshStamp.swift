/// The time at which the last background refresh of one configuration was started. Only a run that has locked it reads or
/// stores it.
package protocol RefreshStamp: AnyObject {
    /// Locks the stamp until `unlock`, without waiting. False if another run has locked it; true also where locks do not work.
    func lock() -> Bool

    func unlock()

    /// Nil if there is none.
    var time: Timestamp? { get }

    /// Replaces the time; nil removes it, since the refresh was not started. Throws if it cannot be stored.
    func store(_ time: Timestamp?) throws(StoreError)
}
