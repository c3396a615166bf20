/// A time between 1970 and 9999, to the millisecond.
package struct Timestamp: Comparable, Hashable, Sendable {
    /// Clocks agree if they differ by less than this. A warning may say that the clock of this machine differs by more
    /// from that of a source.
    package static let maxClockDifference = Duration.seconds(300)

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

    /// Since 1970: seconds if below 10^11, else milliseconds if below 10^14, else microseconds if below 10^17.
    package init?(since1970 number: DecimalNumber) {
        guard let integer = number.integerPart.decimalInteger else { return nil }
        switch integer {
        case ..<100_000_000_000:
            let fraction = (number.fraction + DecimalNumber.zeros(3)).prefix(3)
            self.init(milliseconds: integer * 1000 + (fraction.decimalInteger ?? 0))
        case ..<100_000_000_000_000: self.init(milliseconds: integer)
        case ..<100_000_000_000_000_000: self.init(milliseconds: integer / 1000)
        default: return nil
        }
    }

    /// A time of the calendar; nil if it does not exist, if its year is not 1970 to 9999, or if it is before 1970 in
    /// UTC. Second 60 is second 0 of the next minute.
    ///
    /// - Parameter offset: of the zone, in minutes east of UTC; less than a day.
    package init?(
        year: Int64, month: Int64, day: Int64, hours: Int64, minutes: Int64, seconds: Int64, millisecond: Int64 = 0,
        offset: Int64 = 0
    ) {
        // The limits come before the arithmetic, which would end the process if it overflowed.
        guard (1970...9999).contains(year), (1...12).contains(month), (1...31).contains(day), (0..<24).contains(hours),
            (0..<60).contains(minutes), (0...60).contains(seconds)
        else { return nil }
        let date = CivilDay(year: year, month: month, day: day)
        let days = date.daysSince1970
        guard CivilDay(daysSince1970: days) == date else { return nil }
        let total = ((days * 24 + hours) * 60 + minutes - offset) * 60 + seconds
        guard total >= 0 else { return nil }
        self.init(milliseconds: total * 1000 + millisecond)
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// Negative if `left` is the earlier one.
    package static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    package static func + (left: Timestamp, right: Duration) -> Timestamp {
        Timestamp(milliseconds: left.milliseconds + right.milliseconds)
    }
}
