import BTCPriceCore
import Testing

@Suite struct AgeTests {
    @Test(arguments: [
        (0, "0s"), (59, "59s"), (60, "1m"), (119, "1m"), (3599, "59m"), (3600, "1h"), (86_399, "23h"), (86_400, "1d"),
        (300_000, "3d"), (-5, "0s"),
    ])
    func age_isGivenInItsLargestUnitRoundedDown(_ seconds: Int, _ text: String) {
        #expect(Age(.seconds(seconds)).description == text)
    }

    @Test(arguments: [(59_999, 59), (60_000, 60), (999, 0), (0, 0), (-1, 0), (-5000, 0)])
    func seconds_areRoundedDownAndNeverNegative(_ milliseconds: Int, _ seconds: Int64) {
        #expect(Age(.milliseconds(milliseconds)).seconds == seconds)
    }

    @Test func milliseconds_ofADuration_areRoundedDown() {
        #expect(Duration.microseconds(1_234_999).milliseconds == 1234)
        #expect(Duration.nanoseconds(999_999).milliseconds == 0)
        #expect(Duration.seconds(3600).milliseconds == 3_600_000)
    }
}
