/// The time at which the holder of the fetch lock acquired it.
package enum FetchLockStamp {
    private static let maxAge = Duration.seconds(10)

    /// Whether the holder is not waited for: it has been stopped or is too slow, or the time is wrong.
    package static func isExpired(_ stamp: Timestamp, at now: Timestamp) -> Bool {
        stamp > now || now - stamp > maxAge
    }
}
