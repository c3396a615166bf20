import BTCPriceCore

extension Timestamp {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date as HTTP servers send it (IMF-fixdate, RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    init?(httpDate text: some Collection<UInt8>) {
        let text = Array(text)
        let shape = Array("aaa, 00 aaa 0000 00:00:00 GMT".utf8)
        let isOfThatShape = zip(text, shape).allSatisfy { byte, form in
            switch form {
            case UInt8(ascii: "a"), UInt8(ascii: "0"): true
            default: byte == form
            }
        }
        guard text.count == shape.count, isOfThatShape,
            let month = Self.months.firstIndex(where: { $0.utf8.elementsEqual(text[8..<11]) }),
            let day = Self.number(text[5..<7]), let year = Self.number(text[12..<16]),
            let hour = Self.number(text[17..<19]), let minute = Self.number(text[20..<22]),
            let second = Self.number(text[23..<25])
        else { return nil }
        self.init(year: year, month: Int64(month) + 1, day: day, hour: hour, minute: minute, second: second)
    }
}
