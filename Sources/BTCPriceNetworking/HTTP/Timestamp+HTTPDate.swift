import BTCPriceCore

extension Timestamp {
    private static let monthNames = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    private static let utc = ["gmt", "utc", "z"]

    /// Reads all three forms of RFC 9110, 5.6.7, ignoring case: `Sun, 06 Nov 1994 08:49:37 GMT`,
    /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. In each of them the day comes before the year,
    /// and every other part shows by itself what it is. The zone may be UTC, an offset such as `+0200`, or missing.
    init?(httpDate text: [UInt8]) {
        var numbers: [ArraySlice<UInt8>] = []
        var months: [Int64] = []
        var time: [Int64] = []
        var offset: Int64 = 0
        for word in text.split(whereSeparator: { $0.isSpace || $0 == UInt8(ascii: ",") }) {
            if word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "-") {
                guard let zone = Self.offset(word) else { return nil }
                offset = zone
            } else if word.contains(UInt8(ascii: ":")) {
                time += word.split(separator: UInt8(ascii: ":")).compactMap { $0.decimalInteger }
            } else {
                for part in word.split(separator: UInt8(ascii: "-")) {
                    if part.allSatisfy({ $0.isDigit }) {
                        numbers.append(part)
                    } else if let month = Self.monthNames.firstIndex(where: part.prefix(3).equalsIgnoringCase) {
                        months.append(Int64(month + 1))
                    } else {
                        let isWeekday = Self.weekdays.contains(where: part.prefix(3).equalsIgnoringCase)
                        guard isWeekday || Self.utc.contains(where: part.equalsIgnoringCase) else { return nil }
                    }
                }
            }
        }
        guard numbers.count == 2, months.count == 1, time.count == 3, let day = numbers[0].decimalInteger,
            let year = Self.year(numbers[1])
        else { return nil }
        self.init(
            year: year, month: months[0], day: day, hours: time[0], minutes: time[1], seconds: time[2],
            offset: offset)
    }

    /// Four digits, where years before 1970 count as 1970; or two, which mean a year from 1970 to 2069.
    private static func year(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard let year = digits.decimalInteger else { return nil }
        switch digits.count {
        case 4: return max(1970, year)
        case 2: return year + (year < 70 ? 2000 : 1900)
        default: return nil
        }
    }
}
