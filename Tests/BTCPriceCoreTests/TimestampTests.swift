import Foundation
import TestSupport
import Testing

@testable import BTCPriceCore

@Suite struct TimestampTests {
    private static let last: Int64 = 253_402_300_799_999

    @Test(arguments: [
        (0, 0), (-1, 0), (.min, 0), (1_761_594_999_123, 1_761_594_999_123), (last, last), (last + 1, last),
        (.max, last),
    ])
    func milliseconds_whenOutOfRange_becomeFirstOrLast(_ milliseconds: Int64, _ expected: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).milliseconds == expected)
    }

    @Test func timestamps_areOrderedAndDifferByDuration() {
        let (early, late) = (Timestamp(milliseconds: 1500), Timestamp(milliseconds: 2750))
        #expect(early < late && !(late < early) && !(early < early))
        #expect(late - early == .milliseconds(1250) && early - late == .milliseconds(-1250))
    }

    @Test(arguments: [
        ("1", 1000), ("1761594999", 1_761_594_999_000), ("1761594999.5", 1_761_594_999_500),
        ("1761594999.1239", 1_761_594_999_123), ("99999999999", 99_999_999_999_000),
        // From 10^11 on, the unit is another one, and so from 10^14 on.
        ("100000000000", 100_000_000_000), ("1761594999123", 1_761_594_999_123), ("1761594999123.9", 1_761_594_999_123),
        ("99999999999999", 99_999_999_999_999), ("100000000000000", 100_000_000_000),
        ("1761594999123456", 1_761_594_999_123), ("99999999999999999", 99_999_999_999_999),
        ("100000000000000000", nil), ("99999999999999999999", nil),
    ])
    func since1970_isReadInTheUnitThatItsSizeFits(_ text: String, _ milliseconds: Int64?) throws {
        let number = try #require(Price(text.utf8)).digits
        #expect(Timestamp(since1970: number)?.milliseconds == milliseconds)
    }

    /// All of them are the same moment.
    @Test(arguments: [
        "2025-10-27T19:56:39Z", "2025-10-27t19:56:39z", "2025-10-27 19:56:39", "2025-10-27T19:56:39",
        "2025-10-27T19:56:39+00:00", "2025-10-27 19:56:39-0000", "2025-10-27T21:56:39+02:00",
        "2025-10-28T04:56:39+0900", "2025-10-28T04:56:39+09", "2025-10-27T11:26:39-08:30", "2025-10-28T19:55:39+23:59",
        "2025-10-27T19:56:39.000+00:00",
        "2025-10-27 19:56:39.0000000",
    ])
    func iso8601_isReadInOtherNotationsToo(_ text: String) {
        #expect(read(text)?.milliseconds == 1_761_594_999_000)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
        (1_761_594_999_999, "2025-10-27T19:56:39Z"), (4_107_542_399_999, "2100-02-28T23:59:59Z"),
        (4_107_542_400_000, "2100-03-01T00:00:00Z"), (last, "9999-12-31T23:59:59Z"),
    ])
    func iso8601_isWrittenInWholeSecondsTruncated(_ milliseconds: Int64, _ text: String) {
        let timestamp = Timestamp(milliseconds: milliseconds)
        #expect(timestamp.iso8601Seconds == text && timestamp.date == text.prefix(10))
    }

    @Test(arguments: [
        ("", 0), (".1", 100), (".12", 120), (".123", 123), (".000", 0), (".007", 7), (".123456", 123), (".999999", 999),
        (".00000000000000000000000000000000001", 0),
    ])
    func fraction_mayBeOfAnyLengthAndIsTruncatedToThreeDigits(_ fraction: String, _ milliseconds: Int64) {
        #expect(read("2025-10-27T19:56:39\(fraction)Z")?.milliseconds == 1_761_594_999_000 + milliseconds)
    }

    @Test(arguments: [
        "", "Z", "2025-10-27", "2025-10-27T19:56", "2025-10-27T19:56:39.123Z ", " 2025-10-27T19:56:39.123Z",
        "2025-10-27_19:56:39Z", "2025/10/27T19:56:39.123Z", "2025-10-27T19.56.39.123Z", "2025-10-27T19:56:39.Z",
        "2025-10-27T19:56:39,123Z", "2025-10-27T19:56:39.12aZ", "2025-10-27T19:56:39.-1Z", "2025-10-27T19:56:39ZZ",
        "2025-10-27T19:56:39 UTC", "2025-10-27T19:56:39+", "2025-10-27T19:56:39+2:00", "2025-10-27T19:56:39+02:0",
        "2025-10-27T19:56:39+02-00", "2025-10-27T19:56:39+24:00", "2025-10-27T19:56:39+00:60",
        "2025-10-27T19:56:39\u{2212}02:00", "20x5-10-27T19:56:39.123Z", "12025-10-27T19:56:39Z", "2025-13-01T00:00:00Z",
        "2025-00-01T00:00:00Z", "2025-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2025-04-31T00:00:00Z",
        "2025-01-00T00:00:00Z", "2025-01-01T24:00:00Z", "2025-01-01T00:60:00Z", "2025-01-01T00:00:61Z",
        "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00+00:01", "1761594999",
    ])
    func timestamp_whenTextHasOtherFormOrIsNotInCalendar_isNil(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test func timestamps_inEveryYearAndAtRandom_areThoseOfFoundation() {
        var random = SeededGenerator()
        let days = stride(from: Int64(0), through: 2_932_896, by: 97).map { $0 * 86_400_000 }
        let others = (0..<500).map { _ in Int64.random(in: 0...Self.last, using: &random) }
        for timestamp in (days + others).map(Timestamp.init(milliseconds:)) {
            let seconds = timestamp.milliseconds / 1000
            let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            // One expectation for each would take seconds.
            guard timestamp.iso8601Seconds == expected, read(expected)?.seconds == seconds else {
                Issue.record("\(timestamp) is \(timestamp.iso8601Seconds) instead of \(expected); \(random)")
                return
            }
        }
    }

    @Test(arguments: [
        (0, "0s"), (59_999, "59s"), (60_000, "1m"), (119_000, "1m"), (3_599_000, "59m"), (3_600_000, "1h"),
        (86_399_000, "23h"), (86_400_000, "1d"), (300_000_000, "3d"), (-1, "0s"), (-5000, "0s"),
    ])
    func age_isInLargestUnitRoundedDown(_ milliseconds: Int64, _ text: String) {
        let age = Age(.milliseconds(milliseconds))
        #expect("\(age)" == text)
        #expect(age.seconds == max(0, milliseconds / 1000))
    }

    private func read(_ text: String) -> Timestamp? { Timestamp(iso8601: Array(text.utf8)) }
}
