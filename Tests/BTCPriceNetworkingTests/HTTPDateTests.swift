import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

@Suite struct HTTPDateTests {
    /// 1994-11-06T08:49:37Z, the example of RFC 9110, in all forms that occur.
    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "sun, 06 nov 1994 08:49:37 gmt",
        "SUN, 06 NOV 1994 08:49:37 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 10:49:37 +0200",
        "Sun, 06 Nov 1994 10:49:37 +02:00",
        "Sun, 06 Nov 1994 03:49:37 -05",
        "Sun, 06 November 1994 08:49:37 GMT",
        "06 Nov 1994 08:49:37 GMT",
        "Sun,  06  Nov  1994  08:49:37  GMT",
        "Sun,06 Nov 1994 8:49:37 GMT",
    ]) func date_inAnyForm_isRead(_ text: String) {
        #expect(Timestamp(httpDate: Array(text.utf8))?.seconds == 784_111_777)
    }

    @Test(arguments: [
        ("Thursday, 01-Jan-70 00:00:00 GMT", 0), ("Tuesday, 31-Dec-69 23:59:59 GMT", 3_155_759_999),
    ]) func yearOfTwoDigits_isFrom1970To2069(_ text: String, _ seconds: Int64) {
        #expect(Timestamp(httpDate: Array(text.utf8))?.seconds == seconds)
    }

    /// As a clock or a program without the time writes it, for example 0001-01-01.
    @Test(arguments: [
        "Wed, 31 Dec 1969 23:59:59 GMT", "Mon, 01 Jan 0001 00:00:00 GMT", "Sat, 01 Jan 0000 00:00:00 GMT",
    ])
    func yearBefore1970_isTakenFor1970(_ text: String) throws {
        #expect(try #require(Timestamp(httpDate: Array(text.utf8))).seconds < 365 * 86_400)
    }

    @Test(arguments: [
        "", "yesterday", "784111777", "Sun, 06 Nov 1994", "08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Nov 1994 08:49:37 +9900", "Sun, 06 Foo 1994 08:49:37 GMT", "1994-11-06T08:49:37Z",
        "Sun, 06 Nov 1994 10:49:37 GMT+0200", "Sun, 06 Nov 1994 1995 08:49:37 GMT", "Sun, 06 Nov Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 10000 08:49:37 GMT", "Sun, 06 Nov 4 08:49:37 GMT",
        "Sun, 06 Nov 0 08:49:37 GMT", "Sun, 06 Nov 994 08:49:37 GMT",
        "Sun, 06 Nov 300000000 08:49:37 GMT",
        "Sun, 06 Nov 999999999999999999 08:49:37 GMT", "Sun, 999999999999999999 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 999999999999999999:49:37 GMT", "Sun, 06 Nov 1994 08:49:999999999999999999 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    ]) func otherText_isNoDate(_ text: String) {
        #expect(Timestamp(httpDate: Array(text.utf8)) == nil)
    }

    @Test(
        arguments: zip(
            ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
            [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]))
    func date_hasMonthOfThatName(_ name: String, _ daysBefore: Int64) {
        for text in ["Wed, 01 \(name) 2025 00:00:00 GMT", "Wednesday, 01-\(name)-25 00:00:00 GMT"] {
            #expect(Timestamp(httpDate: Array(text.utf8))?.seconds == 1_735_689_600 + daysBefore * 86_400)
        }
    }
}
