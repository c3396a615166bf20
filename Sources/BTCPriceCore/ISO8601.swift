#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// UTC times as text, by arithmetic alone.
///
/// Foundation's ISO 8601 style reads the time zone file and takes trailing text; a cached run affords neither.
public enum ISO8601 {
    /// `2025-10-27T19:56:39Z`, truncated to the second.
    public static func seconds(of date: Date) -> String {
        text(date.millisecondsSince1970) + "Z"
    }

    /// `2025-10-27T19:56:39.123Z`, truncated to the millisecond.
    public static func milliseconds(of date: Date) -> String {
        let milliseconds = date.millisecondsSince1970
        return text(milliseconds) + "." + padded(milliseconds % 1000, to: 3) + "Z"
    }

    /// Reads exactly what `milliseconds(of:)` writes; anything else is nil.
    public static func date(fromMilliseconds text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 24 else { return nil }
        let separators: [(Int, Character)] = [
            (4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (19, "."), (23, "Z"),
        ]
        guard separators.allSatisfy({ bytes[$0.0] == $0.1.asciiValue }) else { return nil }
        guard
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), let millisecond = number(bytes[20..<23]),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let days = CivilDay(year: year, month: month, day: day).daysSince1970
        guard days >= 0, CivilDay(daysSince1970: days) == CivilDay(year: year, month: month, day: day) else {
            return nil
        }
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        return Date(millisecondsSince1970: seconds * 1000 + millisecond)
    }

    private static func text(_ milliseconds: Int64) -> String {
        let (days, time) = (milliseconds / 1000).quotientAndRemainder(dividingBy: 86_400)
        let day = CivilDay(daysSince1970: days)
        let date = "\(padded(day.year, to: 4))-\(padded(day.month, to: 2))-\(padded(day.day, to: 2))"
        return "\(date)T\(padded(time / 3600, to: 2)):\(padded(time / 60 % 60, to: 2)):\(padded(time % 60, to: 2))"
    }

    private static func padded(_ number: Int64, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        digits.reduce(0) { value, digit in
            guard let value, (0x30...0x39).contains(digit) else { return nil }
            return value * 10 + Int64(digit - 0x30)
        }
    }
}
