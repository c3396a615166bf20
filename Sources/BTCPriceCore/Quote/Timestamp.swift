/// A point in time between 1970 and 9999, to the millisecond, in UTC.
package struct Timestamp: Hashable, Sendable {
    /// The last millisecond of the year 9999, in milliseconds since the beginning of 1970.
    private static let latest: Int64 = 253_402_300_799_999

    /// Milliseconds since the beginning of 1970.
    package let milliseconds: Int64

    /// Whole seconds since the beginning of 1970.
    package var seconds: Int64 { milliseconds / 1000 }

    /// A time that is out of range becomes the first or the last timestamp.
    package init(milliseconds: Int64) {
        self.milliseconds = min(max(0, milliseconds), Self.latest)
    }
}

extension Timestamp: Comparable {
    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// Negative if `left` is the earlier one.
    package static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    package static func + (left: Timestamp, right: Duration) -> Timestamp {
        Timestamp(milliseconds: left.milliseconds + right.milliseconds)
    }
}

extension Duration {
    /// Whole milliseconds, rounded toward zero.
    package var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
