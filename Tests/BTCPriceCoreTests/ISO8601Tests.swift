import BTCPriceCore
import Testing

@Suite struct ISO8601Tests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
        (1_761_594_999_123, "2025-10-27T19:56:39.123Z"), (1_761_594_999_007, "2025-10-27T19:56:39.007Z"),
        (4_107_542_399_999, "2100-02-28T23:59:59.999Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
    func milliseconds_areReadAsTheyAreWritten(_ milliseconds: Int64, _ text: String) {
        let timestamp = Timestamp(milliseconds: milliseconds)
        #expect(timestamp.iso8601Milliseconds == text)
        #expect(read(text) == timestamp)
    }

    @Test func seconds_areTruncated() {
        #expect(Timestamp(milliseconds: 1_761_594_999_999).iso8601Seconds == "2025-10-27T19:56:39Z")
        #expect(Timestamp(milliseconds: 999).iso8601Seconds == "1970-01-01T00:00:00Z")
    }

    @Test(arguments: [
        ("", 0), (".1", 100), (".12", 120), (".123", 123), (".000", 0), (".007", 7), (".123456", 123), (".999999", 999),
        (".123456789", 123), (".00000000000000000000000000000000001", 0),
    ])
    func fraction_mayBeOfAnyLengthAndIsTruncatedToThreeDigits(_ fraction: String, _ milliseconds: Int64) {
        #expect(read("2025-10-27T19:56:39\(fraction)Z")?.milliseconds == 1_761_594_999_000 + milliseconds)
    }

    @Test(arguments: [
        "", "Z", "2025-10-27", "2025-10-27T19:56Z", "2025-10-27T19:56:39", "2025-10-27T19:56:39.123",
        "2025-10-27T19:56:39.123Z ", " 2025-10-27T19:56:39.123Z", "2025-10-27t19:56:39.123Z",
        "2025-10-27T19:56:39.123z",
        "2025-10-27 19:56:39.123Z", "2025/10/27T19:56:39.123Z", "2025-10-27T19.56.39.123Z", "2025-10-27T19:56:39+00:00",
        "2025-10-27T19:56:39.Z", "2025-10-27T19:56:39,123Z", "2025-10-27T19:56:39:123Z", "2025-10-27T19:56:39.12aZ",
        "2025-10-27T19:56:39.123aZ", "2025-10-27T19:56:39.-1Z", "2025-10-27T19:56:39ZZ", "20x5-10-27T19:56:39.123Z",
        "2025-1x-27T19:56:39.123Z", "2025-10-2xT19:56:39.123Z", "2025-10-27Tx9:56:39.123Z", "2025-10-27T19:5x:39.123Z",
        "2025-10-27T19:56:x9.123Z", "+025-10-27T19:56:39.123Z", "12025-10-27T19:56:39Z", "2025-13-01T00:00:00.000Z",
        "2025-00-01T00:00:00.000Z", "2025-02-29T00:00:00.000Z", "2025-01-32T00:00:00.000Z", "2025-01-00T00:00:00.000Z",
        "2025-01-01T24:00:00.000Z", "2025-01-01T00:60:00.000Z", "2025-01-01T00:00:60.000Z", "1969-12-31T23:59:59.999Z",
        "0000-01-01T00:00:00Z",
    ])
    func timestamp_whenTheTextHasAnotherForm_isNil(_ text: String) {
        #expect(read(text) == nil)
    }

    @Test func timestamp_whenTheTextIsTruncated_isNil() {
        let text = "2025-10-27T19:56:39.123Z"
        for count in 0..<text.utf8.count { #expect(read(String(text.prefix(count))) == nil) }
    }

    private func read(_ text: String) -> Timestamp? { Timestamp(iso8601: Array(text.utf8)) }
}
