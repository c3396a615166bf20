/// A moment between 1970 and 9999, to the millisecond, in UTC.
public struct Timestamp: Hashable, Sendable {
    /// The last millisecond that a year of four digits can say.
    private static let latest: Int64 = 253_402_300_799_999

    /// Milliseconds since 1970 began.
    public let milliseconds: Int64

    /// The moment so many milliseconds after 1970 began; what is out of range becomes the first or the last one.
    public init(milliseconds: Int64) {
        self.milliseconds = min(max(0, milliseconds), Self.latest)
    }

    /// The moment that a date and a time of day name; nil where the calendar or the clock has no such one.
    public init?(year: Int64, month: Int64, day: Int64, hour: Int64, minute: Int64, second: Int64) {
        let named = CivilDay(year: year, month: month, day: day)
        let days = named.daysSince1970
        guard (1970...9999).contains(year), CivilDay(daysSince1970: days) == named,
            (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
        else { return nil }
        self.init(milliseconds: (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
    }
}

extension Timestamp: Comparable {
    /// Whether one comes before the other.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The time from one to the other, negative if they are the other way round.
    public static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    /// The moment a while later, finer parts of a millisecond dropped.
    public static func + (left: Timestamp, right: Duration) -> Timestamp {
        Timestamp(milliseconds: left.milliseconds + right.milliseconds)
    }
}
