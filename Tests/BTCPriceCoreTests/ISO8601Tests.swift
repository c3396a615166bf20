import BTCPriceCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite struct ISO8601Tests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_761_594_999_123, "2025-10-27T19:56:39.123Z"), (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func milliseconds_areReadAsTheyWereWritten(_ milliseconds: Int64, _ text: String) {
        let date = Date(millisecondsSince1970: milliseconds)
        #expect(ISO8601.milliseconds(of: date) == text)
        #expect(ISO8601.date(fromMilliseconds: text) == date)
    }

    @Test func everyMillisecondOfASecond_isKept() {
        for millisecond in Int64(0)..<1000 {
            let date = Date(millisecondsSince1970: 1_761_594_999_000 + millisecond)
            #expect(ISO8601.date(fromMilliseconds: ISO8601.milliseconds(of: date)) == date)
        }
    }

    @Test func days_agreeWithFoundation() {
        for day in stride(from: 0, to: 2_932_000, by: 397) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 1)
            #expect(ISO8601.seconds(of: date) == date.formatted(.iso8601))
        }
    }

    @Test func seconds_areTruncated() {
        #expect(ISO8601.seconds(of: Date(millisecondsSince1970: 999)) == "1970-01-01T00:00:00Z")
    }

    @Test(arguments: [-1e300, -1, .nan, -.infinity])
    func timesNobodyHas_becomeTheFirst(_ seconds: Double) {
        #expect(ISO8601.seconds(of: Date(timeIntervalSince1970: seconds)) == "1970-01-01T00:00:00Z")
    }

    @Test(arguments: [1e300, .infinity])
    func timesBeyondFourDigits_becomeTheLast(_ seconds: Double) {
        #expect(ISO8601.seconds(of: Date(timeIntervalSince1970: seconds)) == "9999-12-31T23:59:59Z")
    }

    @Test(arguments: [
        "", "2025-10-27T19:56:39Z", "2025-10-27T19:56:39.123", "2025-10-27T19:56:39.123Z ", "2025-10-27t19:56:39.123Z",
        "2025-13-01T00:00:00.000Z", "2025-00-01T00:00:00.000Z", "2025-02-29T00:00:00.000Z", "2025-01-32T00:00:00.000Z",
        "2025-01-01T24:00:00.000Z", "2025-01-01T00:60:00.000Z", "2025-01-01T00:00:60.000Z", "1969-12-31T23:59:59.999Z",
        "20x5-01-01T00:00:00.000Z", "2025-01-01T00:00:00.-01Z",
    ])
    func anyOtherText_isNoTime(_ text: String) {
        #expect(ISO8601.date(fromMilliseconds: text) == nil)
    }
}
