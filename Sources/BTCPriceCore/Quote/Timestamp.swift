/// A time between 1970 and 9999, to the millisecond.
package struct Timestamp: Hashable, Sendable {
    /// The end of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999

    /// Counted from the beginning of 1970.
    package let milliseconds: Int64

    /// Counted from the beginning of 1970, rounded down.
    package var seconds: Int64 { milliseconds / 1000 }

    /// A time outside the range becomes its first or last millisecond.
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
    /// Rounded toward zero.
    package var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
