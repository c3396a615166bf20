extension Timestamp {
    /// `2025-10-27`, in UTC.
    package var date: String {
        let day = CivilDay(daysSince1970: seconds / 86_400)
        return "\(Self.padded(day.year, to: 4))-\(Self.padded(day.month, to: 2))-\(Self.padded(day.day, to: 2))"
    }

    /// `2025-10-27T19:56:39Z`, truncated to the second.
    package var iso8601Seconds: String { dateAndTime + "Z" }

    /// `2025-10-27T19:56:39.123Z`.
    package var iso8601Milliseconds: String { dateAndTime + "." + Self.padded(milliseconds % 1000, to: 3) + "Z" }

    /// Reads `2025-10-27T19:56:39Z`; also with a fraction, with `t` or a space for the `T`, with `z`, `+02:00`, `+0200` or
    /// nothing for the `Z`. Nil for anything else, a time that does not exist, or one before 1970.
    package init?(iso8601 text: [UInt8]) {
        let pattern = Array("0000-00-00T00:00:00".utf8)
        let separators = [pattern[10], UInt8(ascii: "t"), UInt8(ascii: " ")]
        guard text.count >= pattern.count, separators.contains(text[10]),
            zip(text, pattern).allSatisfy({ $1 == DecimalDigits.zero ? $0.isDigit : $0 == $1 || $1 == separators[0] })
        else { return nil }
        let fraction = text[pattern.count...].prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        guard let millisecond = Self.millisecond(fraction), let offset = Self.offset(text[fraction.endIndex...]) else {
            return nil
        }
        let numbers = text[..<pattern.count].split { !$0.isDigit }.compactMap { $0.decimalInteger }
        let (hours, minutes, seconds) = (numbers[3], numbers[4], numbers[5])
        let date = CivilDay(year: numbers[0], month: numbers[1], day: numbers[2])
        let days = date.daysSince1970
        guard date.year >= 1970, CivilDay(daysSince1970: days) == date, hours < 24, minutes < 60, seconds < 60 else {
            return nil
        }
        let total = ((days * 24 + hours) * 60 + minutes - offset) * 60 + seconds
        guard total >= 0 else { return nil }
        self.init(milliseconds: total * 1000 + millisecond)
    }

    /// Reads seconds below 10^11, milliseconds below 10^14 or microseconds below 10^17 since 1970, with or without a
    /// fraction.
    package init?(since1970 text: some Collection<UInt8>) {
        let integer = text.prefix { $0.isDigit }
        let fraction = Array(text.dropFirst(integer.count))
        guard let number = integer.decimalInteger, let millisecond = Self.millisecond(fraction[...]) else { return nil }
        switch number {
        case ..<100_000_000_000: self.init(milliseconds: number * 1000 + millisecond)
        case ..<100_000_000_000_000: self.init(milliseconds: number)
        case ..<100_000_000_000_000_000: self.init(milliseconds: number / 1000)
        default: return nil
        }
    }

    /// 123 for `.1234`, 0 for nothing; nil for other text.
    private static func millisecond(_ fraction: ArraySlice<UInt8>) -> Int64? {
        guard let point = fraction.first else { return 0 }
        let digits = fraction.dropFirst()
        guard point == UInt8(ascii: "."), !digits.isEmpty, digits.allSatisfy({ $0.isDigit }) else { return nil }
        return (digits + [DecimalDigits.zero, DecimalDigits.zero]).prefix(3).decimalInteger
    }

    /// In minutes: 0 for `Z`, `z` or nothing, 120 for `+02:00` or `+0200`; nil for other text.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
        guard let sign = zone.first else { return 0 }
        if zone.count == 1 { return sign | 0x20 == UInt8(ascii: "z") ? 0 : nil }
        var digits = Array(zone.dropFirst())
        if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
        guard digits.count == 4, let hours = digits[..<2].decimalInteger, let minutes = digits[2...].decimalInteger,
            hours < 24, minutes < 60
        else { return nil }
        switch sign {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -hours * 60 - minutes
        default: return nil
        }
    }

    private var dateAndTime: String {
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
        return "\(date)T\(Self.padded(hour, to: 2)):\(Self.padded(minute, to: 2)):\(Self.padded(second, to: 2))"
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

/// A day of the Gregorian calendar, which need not exist.
///
/// The conversions count years from March, in eras of 400 years (146,097 days), as in Howard Hinnant's `chrono`-Compatible
/// Low-Level Date Algorithms.
struct CivilDay: Equatable {
    let year: Int64
    let month: Int64
    let day: Int64
}

extension CivilDay {
    /// - Parameter days: not negative.
    init(daysSince1970 days: Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// A day that does not exist, such as 2025-02-30, has the number of another day.
    var daysSince1970: Int64 {
        let marchYear = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = marchYear.quotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
