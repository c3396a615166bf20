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
