/// A point in time between 1970 and 9999, to the millisecond, in UTC.
package struct Timestamp: Hashable, Sendable {
    /// The last millisecond of the year 9999.
    private static let latest: Int64 = 253_402_300_799_999

    /// Milliseconds since the beginning of 1970.
    package let milliseconds: Int64

    /// A value that is out of range becomes the first or the last one.
    package init(milliseconds: Int64) {
        self.milliseconds = min(max(0, milliseconds), Self.latest)
    }

    /// Nil if there is no such date or time of day.
    package init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
        let date = CivilDay(year: year, month: month, day: day)
        let days = date.daysSince1970
        guard (1970...9999).contains(year), CivilDay(daysSince1970: days) == date,
            (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
        else { return nil }
        self.init(milliseconds: (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
    }

    /// Seconds since the beginning of 1970, in decimal digits; nil for any other text.
    package init?(seconds text: some Collection<UInt8>) {
        guard let seconds = text.decimalInteger, seconds < Int64.max / 1000 else { return nil }
        self.init(milliseconds: seconds * 1000)
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
