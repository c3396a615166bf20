import BTCPriceCore

extension Timestamp {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date as HTTP servers send it (IMF-fixdate, RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    init?(httpDate text: some Collection<UInt8>) {
        let text = Array(text)
        // `a` and `0` stand for any character; all parts but the weekday are checked below.
        let pattern = Array("aaa, 00 aaa 0000 00:00:00 GMT".utf8)
        let placeholders = Array("a0".utf8)
        guard text.count == pattern.count,
            zip(text, pattern).allSatisfy({ placeholders.contains($1) || $0 == $1 }),
            let month = Self.months.firstIndex(where: { $0.utf8.elementsEqual(text[8..<11]) }),
            let day = text[5..<7].decimalInteger, let year = text[12..<16].decimalInteger,
            let hour = text[17..<19].decimalInteger, let minute = text[20..<22].decimalInteger,
            let second = text[23..<25].decimalInteger
        else { return nil }
        self.init(year: year, month: Int64(month) + 1, day: day, hour: hour, minute: minute, second: second)
    }
}
