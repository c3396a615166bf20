/// The time at which the last background refresh of one configuration was started.
package protocol RefreshStamp: Sendable {
    /// Calls `body`, and lets no other run look at the stamp until it returns.
    ///
    /// - Parameter body: receives the time, or nil if there is none, and a function that replaces it and throws if it cannot
    ///   be stored.
    /// - Returns: nil, without a call of `body`, if another run is looking at the stamp.
    func withLock<Value>(
        _ body: (_ last: Timestamp?, _ store: (Timestamp?) throws(StoreError) -> Void) -> Value
    ) -> Value?
}
