import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

@Suite struct HTTPDateTests {
    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Mon, 27 Oct 2025 19:56:39 GMT", 1_761_594_999), ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
    ])
    func init_whenTextIsHTTPDate_isThatTime(_ text: String, _ seconds: Int64) {
        #expect(Timestamp(httpDate: text.utf8) == Timestamp(milliseconds: seconds * 1000))
    }

    @Test(
        arguments: zip(
            ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
            [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]))
    func init_readsMonthByItsName(_ name: String, _ daysBefore: Int64) {
        let expected = Timestamp(milliseconds: (1_735_689_600 + daysBefore * 86_400) * 1000)
        #expect(Timestamp(httpDate: "Xxx, 01 \(name) 2025 00:00:00 GMT".utf8) == expected)
    }

    @Test(arguments: [
        "", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 GMT ",
        " Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nix 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 gmt", "Sun, 31 Nov 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 2025 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
        "Sun, 0x Nov 1994 08:49:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT", "Sun; 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06_Nov_1994 08:49:37 GMT", "2025-10-27T19:56:39Z",
    ])
    func init_whenTextIsNotHTTPDate_isNil(_ text: String) {
        #expect(Timestamp(httpDate: text.utf8) == nil)
    }
}
