/// When a refresh with the same arguments and variables was last started; `RefreshPolicy` judges that time. To be read
/// and stored only while locked.
package protocol RefreshStamp: AnyObject {
    /// Takes the lock without waiting. False if another run holds it; true where locks do not work.
    func lock() -> Bool

    func unlock()

    /// Nil if there is none, or none that can be read.
    var time: Timestamp? { get }

    /// Nil removes the time, after a refresh could not be started.
    func store(_ time: Timestamp?) throws(StoreError)
}
