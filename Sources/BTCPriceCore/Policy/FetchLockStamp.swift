/// When the stamp of a fetch lock, the time at which its holder acquired it, has expired.
package enum FetchLockStamp {
    private static let validity = Duration.seconds(10)

    /// Whether other runs no longer wait for the holder: it is suspended or too slow, or one of the clocks is wrong.
    package static func isExpired(_ stamp: Timestamp, at now: Timestamp) -> Bool {
        stamp > now || now - stamp > validity
    }
}
