import BTCPriceCore
import SampleValues
import Testing

@testable import BTCPriceNetworking

/// The lines of a response's head, with the status that libcurl reports.
@Suite struct ResponseHeadTests {
    private static let date = "Date: Mon, 27 Oct 2025 19:56:39 GMT"

    @Test(arguments: ["", "\n", "\r\n"])
    func append_whenLineIsEmpty_completesHeadOfFinalResponse(_ line: String) {
        for status in [0, 100, 103, 199, 200, 204, 301, 429, 451, 500, 999] {
            var head = ResponseHead()
            for line in ["HTTP/1.1 \(status) Status", Self.date, "Retry-After: 7"] {
                head.append(line: line.utf8, status: status)
            }
            #expect(!head.isComplete)
            head.append(line: line.utf8, status: status)
            #expect(head.isComplete == (status >= 200), "status \(status)")
            #expect(head.isComplete || head == ResponseHead(), "keeps the headers of an interim \(status)")
            guard head.isComplete else { continue }
            #expect(head.date != nil && head.retryDelay(receivedAt: .now) == .seconds(7))
        }
    }

    /// Received 123 ms after `date`.
    @Test(
        arguments: [
            (["Retry-After: 7"], .seconds(7)), (["RETRY-AFTER:  7\t"], .seconds(7)), (["retry-after:007"], .seconds(7)),
            (["Retry-After: 0"], .zero), (["Retry-After: " + String(repeating: "0", count: 30)], .zero),
            (["Retry-After: 86400"], .seconds(86_400)),
            (["Retry-After: 315360001"], .seconds(315_360_000)),
            (["Retry-After: " + String(repeating: "9", count: 200)], .seconds(315_360_000)),
            // The last one counts.
            (["Retry-After: 7", "Retry-After: 9"], .seconds(9)), (["Retry-After: 7", "Retry-After: soon"], nil),
            // A date is compared with the response's own clock if it has one.
            (["Retry-After: Mon, 27 Oct 2025 19:57:00 GMT"], .milliseconds(20_877)),
            ([date, "Retry-After: Mon, 27 Oct 2025 19:57:00 GMT"], .seconds(21)),
            (["Retry-After: Mon, 27 Oct 2025 19:56:00 GMT", date], .seconds(-39)),
            ([], nil), ([date], nil), (["Retry-After"], nil),
            (["Retry-After: Monday, 27-Oct-25 19:57:00 GMT"], .milliseconds(20_877)),
            (["Retry-After: 2025-10-27T19:57:00Z"], nil),
            (["Retry-After:"], nil), (["Retry-After: 1 2"], nil), (["Retry-After: 1.5"], nil),
            (["Retry-After: -1"], nil), (["Retry-After: 1s"], nil), (["Retry-After: \u{661}"], nil),
            (["Retry-After : 7"], nil), (["X-Retry-After: 7"], nil), (["Retry-Aft: 7"], nil),
            (["Retry-After 7"], nil), (["7"], nil), ([": 7"], nil), (["HTTP/1.1 429 : 7"], nil),
        ] as [([String], Duration?)])
    func retryDelay_isThatOfRetryAfter(_ lines: [String], _ delay: Duration?) {
        #expect(read(lines).retryDelay(receivedAt: .now) == delay)
    }

    @Test(
        arguments: [
            (["Age: 7"], 7), (["AGE:\t007 "], 7), (["Age: 0"], 0), (["Age: 86400"], 86_400), ([], 0),
            // The largest one counts.
            (["Age: 21600", "Age: 7"], 21_600), (["Age: 7", "Age: 21600"], 21_600),
            (["Age: 86400, 0"], 86_400), (["Age: 0 ,\t86400"], 86_400), (["Age: old, 60"], 60), (["Age: ,60,"], 60),
            // The digits that a member begins with.
            (["Age: 7200.0"], 7200), (["Age: 7200 s"], 7200), (["Age: 60s"], 60), (["Age: 60;7200"], 60),
            // Without such digits it is ignored.
            (["Age: 7", "Age: old"], 7), (["Age: -60"], 0), (["Age: .5"], 0), (["Age:"], 0), (["Age: ,"], 0),
            (["X-Age: 60"], 0), (["Ages: 60"], 0), (["Age : 60"], 0),
            // A line that begins with a space continues the one before.
            (["Age:", " 60"], 60), (["X: 1", " ", "Age: 60"], 60), (["Age: 7,", "\t60", " , 8"], 60), ([" Age: 60"], 0),
            (["X: 1", "\tAge: 60"], 0),
            // More digits than fit are a long time.
            (["Age: " + String(repeating: "9", count: 18)], 315_360_000),
            (["Age: 9223372036854775808"], 315_360_000),
            (["Age: " + String(repeating: "9", count: 200)], 315_360_000),
        ])
    func age_isTheLongestTimeInAnHTTPCache(_ lines: [String], _ seconds: Int) {
        #expect(read(lines).age == .seconds(seconds))
    }

    @Test func date_whenThereAreSeveral_isTheLatest() {
        let (earlier, unreadable) = ("Date: Mon, 27 Oct 2025 13:56:39 GMT", "Date: soon")
        for lines in [[Self.date, earlier], [earlier, Self.date], [Self.date, unreadable], [unreadable, Self.date]] {
            #expect(read(lines).date == Timestamp(milliseconds: 1_761_594_999_000), "\(lines)")
        }
    }

    /// Received 123 ms after `date`; the difference is that to a clock which is some seconds later.
    @Test(
        arguments: [
            ([date], -1000, .milliseconds(999_877)), ([date], 1000, .milliseconds(-1_000_123)), ([], 1000, .zero),
            // The response may be just as old as the cache says.
            ([date, "Age: 900"], 1000, .milliseconds(-100_123)), ([date, "Age: 1001"], 1000, .zero),
            ([date, "Age: 900"], -1000, .milliseconds(999_877)),
        ] as [([String], Int, Duration)])
    func clockDifference_isTheLeastThatIsCertain(_ lines: [String], _ seconds: Int, _ difference: Duration) {
        #expect(read(lines).clockDifference(receivedAt: .now + .seconds(seconds)) == difference)
    }

    private func read(_ lines: [String], status: Int = 429) -> ResponseHead {
        (lines + [""]).reduce(into: ResponseHead()) { head, line in
            head.append(line: "\(line)\r\n".utf8, status: status)
        }
    }
}
