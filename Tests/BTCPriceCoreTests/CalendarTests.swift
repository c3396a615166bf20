import Foundation
import TestSupport
import Testing

@testable import BTCPriceCore

@Suite struct CalendarTests {
    /// A full cycle of the calendar and a century more, counted day by day.
    @Test func days_followOneAnother() {
        var (year, month, day): (Int64, Int64, Int64) = (1970, 1, 1)
        for days in Int64(0)..<182_622 {
            let expected = CivilDay(year: year, month: month, day: day)
            // One expectation for each day would take seconds.
            if CivilDay(daysSince1970: days) != expected || expected.daysSince1970 != days {
                Issue.record("day \(days) is \(CivilDay(daysSince1970: days)) instead of \(expected)")
                return
            }
            day += 1
            if day > Self.days(in: month, of: year) { (month, day) = (month + 1, 1) }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect((year, month, day) == (2470, 1, 1))
    }

    @Test func days_agreeWithFoundation() {
        for day in stride(from: Int64(0), through: 2_932_896, by: 1999) {
            expectFoundationAgrees(onMilliseconds: day * 86_400_000 + 1)
        }
        expectFoundationAgrees(onMilliseconds: 2_932_896 * 86_400_000)
    }

    @Test func timestamp_whenRandom_agreesWithFoundation() {
        var random = SeededGenerator()
        for _ in 0..<500 {
            expectFoundationAgrees(onMilliseconds: .random(in: 0...253_402_300_799_999, using: &random), "\(random)")
        }
    }

    private func expectFoundationAgrees(
        onMilliseconds milliseconds: Int64, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let text = Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(.iso8601)
        let timestamp = Timestamp(milliseconds: milliseconds)
        #expect(timestamp.iso8601Seconds == text, comment, sourceLocation: sourceLocation)
        #expect(
            Timestamp(iso8601: Array(timestamp.iso8601Milliseconds.utf8)) == timestamp, comment,
            sourceLocation: sourceLocation)
    }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
