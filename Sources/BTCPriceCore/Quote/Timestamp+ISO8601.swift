extension Timestamp {
    /// `2025-10-27`, in UTC.
    package var date: String {
        let day = CivilDay(daysSince1970: seconds / 86_400)
        return "\(Self.padded(day.year, to: 4))-\(Self.padded(day.month, to: 2))-\(Self.padded(day.day, to: 2))"
    }

    /// `2025-10-27T19:56:39Z`, truncated to the second.
    package var iso8601Seconds: String {
        let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
        return "\(date)T\(Self.padded(hour, to: 2)):\(Self.padded(minute, to: 2)):\(Self.padded(second, to: 2))Z"
    }

    /// Reads `2025-10-27T19:56:39Z`; also with a fraction, with `t` or a space for the `T`, with `z`, `±02:00`,
    /// `±0200`, `±02` or nothing for the `Z`. Nil for anything else, a time that does not exist (second 60 is read),
    /// or one before 1970.
    package init?(iso8601 text: [UInt8]) {
        let pattern = Array("0000-00-00T00:00:00".utf8)
        guard text.count >= pattern.count, "Tt ".utf8.contains(text[10]),
            zip(text, pattern).allSatisfy({ $1.isDigit ? $0.isDigit : $1 == UInt8(ascii: "T") || $0 == $1 })
        else { return nil }
        let fraction = text[pattern.count...].prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        guard let millisecond = Self.millisecond(fraction), let offset = Self.offset(text[fraction.endIndex...]) else {
            return nil
        }
        let numbers = text[..<pattern.count].split { !$0.isDigit }.compactMap { $0.decimalInteger }
        self.init(
            year: numbers[0], month: numbers[1], day: numbers[2], hours: numbers[3], minutes: numbers[4],
            seconds: numbers[5], millisecond: millisecond, offset: offset)
    }

    /// 123 for `.1234`, 0 for nothing; nil if it is no fraction.
    private static func millisecond(_ fraction: ArraySlice<UInt8>) -> Int64? {
        guard let point = fraction.first else { return 0 }
        let digits = fraction.dropFirst()
        guard point == UInt8(ascii: "."), !digits.isEmpty, digits.allSatisfy({ $0.isDigit }) else { return nil }
        return (digits + [DecimalNumber.zeroDigit, DecimalNumber.zeroDigit]).prefix(3).decimalInteger
    }

    /// In minutes: 0 for `Z`, `z` or nothing, 120 for `+02:00`, `+0200` or `+02`, -120 for `-02:00`; nil for what is no
    /// offset.
    package static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
        guard let sign = zone.first else { return 0 }
        if zone.count == 1 { return sign.lowercased == UInt8(ascii: "z") ? 0 : nil }
        var digits = Array(zone.dropFirst())
        if digits.count == 5, digits[2] == UInt8(ascii: ":") { digits.remove(at: 2) }
        if digits.count == 2 { digits += "00".utf8 }
        guard digits.count == 4, let hours = digits[..<2].decimalInteger, let minutes = digits[2...].decimalInteger,
            hours < 24, minutes < 60
        else { return nil }
        switch sign {
        case UInt8(ascii: "+"): return hours * 60 + minutes
        case UInt8(ascii: "-"): return -hours * 60 - minutes
        default: return nil
        }
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
