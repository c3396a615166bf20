import BTCPriceCore
import Testing

@Suite struct TimestampTests {
    private static let last: Int64 = 253_402_300_799_999

    @Test(arguments: [
        (0, 0), (-1, 0), (.min, 0), (1_761_594_999_123, 1_761_594_999_123), (last, last), (last + 1, last),
        (.max, last),
    ])
    func milliseconds_outOfRangeBecomeTheFirstOrTheLast(_ milliseconds: Int64, _ expected: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).milliseconds == expected)
    }

    @Test func timestamps_areOrderedAndTheirDifferenceIsADuration() {
        let (early, late) = (Timestamp(milliseconds: 1500), Timestamp(milliseconds: 2750))
        #expect(early < late)
        #expect(!(late < early))
        #expect(!(early < early))
        #expect(late - early == .milliseconds(1250))
        #expect(early - late == .milliseconds(-1250))
    }

    private static let sums: [(Duration, Int64)] = [
        (.milliseconds(1250), 2750), (.milliseconds(-1250), 250), (.zero, 1500), (.microseconds(999), 1500),
        (.seconds(-2), 0), (.seconds(9_000_000_000_000_000), last),
    ]

    @Test(arguments: sums)
    func sum_isThatMuchLaterInWholeMilliseconds(_ duration: Duration, _ milliseconds: Int64) {
        #expect((Timestamp(milliseconds: 1500) + duration).milliseconds == milliseconds)
    }

    @Test(arguments: [
        (2025, 10, 27, 19, 56, 39, 1_761_594_999_000), (1970, 1, 1, 0, 0, 0, 0),
        (2000, 2, 29, 0, 0, 0, 951_782_400_000),
        (9999, 12, 31, 23, 59, 59, last - 999),
    ])
    func dateAndTime_whenInTheCalendar_areATimestamp(
        _ year: Int64, _ month: Int64, _ day: Int64, _ hour: Int64, _ minute: Int64, _ second: Int64,
        _ milliseconds: Int64
    ) {
        let timestamp = Timestamp(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        #expect(timestamp?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        [1969, 12, 31, 23, 59, 59], [10_000, 1, 1, 0, 0, 0], [0, 1, 1, 0, 0, 0], [-1, 1, 1, 0, 0, 0],
        [2025, 0, 1, 0, 0, 0], [2025, 13, 1, 0, 0, 0], [2025, 1, 0, 0, 0, 0], [2025, 1, 32, 0, 0, 0],
        [2025, 2, 29, 0, 0, 0], [2024, 2, 30, 0, 0, 0], [2100, 2, 29, 0, 0, 0], [2025, 4, 31, 0, 0, 0],
        [2025, 1, 1, 24, 0, 0], [2025, 1, 1, 0, 60, 0], [2025, 1, 1, 0, 0, 60], [2025, 1, 1, -1, 0, 0],
        [2025, 1, 1, 0, -1, 0], [2025, 1, 1, 0, 0, -1],
    ])
    func dateAndTime_whenNotInTheCalendar_areNil(_ parts: [Int64]) {
        let timestamp = Timestamp(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
        #expect(timestamp == nil)
    }
}
