import BTCPriceCore

extension Timestamp {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date as HTTP servers send it (IMF-fixdate, RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///
    /// Rearranges it for `init(iso8601:)`, which checks digits and ranges. The name of the day is not checked, and a fraction of
    /// a second is rejected.
    init?(httpDate text: some Collection<UInt8>) {
        let parts = Array(text).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].count == 4, parts[0].last == UInt8(ascii: ","),
            let monthIndex = Self.months.firstIndex(where: { parts[2].elementsEqual($0.utf8) }),
            parts[4].count == 8, parts[5].elementsEqual("GMT".utf8)
        else { return nil }
        let month = monthIndex < 9 ? "0\(monthIndex + 1)" : "\(monthIndex + 1)"
        self.init(
            iso8601: parts[3] + Array("-\(month)-".utf8) + parts[1] + Array("T".utf8) + parts[4] + Array("Z".utf8))
    }
}
