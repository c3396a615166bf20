import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

@Suite struct ResponseHeadTests {
    private static let final = ["HTTP/1.1 429 Too Many Requests", "Retry-After: 7", ""]

    @Test func head_isCompleteBehindTheEmptyLineOfTheFinalAnswer() {
        var head = ResponseHead()
        #expect(head.status == 0 && !head.isComplete)
        head.append(line: "HTTP/1.1 429 Too Many Requests\r\n".utf8)
        #expect(head.status == 429 && !head.isComplete)
        head.append(line: "Retry-After: 7\r\n".utf8)
        #expect(!head.isComplete)
        head.append(line: "\r\n".utf8)
        #expect(head.isComplete && head.retryAfter == .seconds(7))
    }

    @Test func emptyLineBehindAnInterimAnswer_completesNothing() {
        #expect(!read("HTTP/1.1 103 Early Hints", "").isComplete)
        #expect(!read("HTTP/1.1 199 Nearly", "").isComplete)
        #expect(!read("", "").isComplete)
        #expect(read("HTTP/1.1 200 OK", "").isComplete)
    }

    @Test func interimAnswer_isForgottenWithAllItsHeaders() {
        let interim = ["HTTP/1.1 103 Early Hints", "Retry-After: 1", "Date: Mon, 27 Oct 2025 19:56:39 GMT", ""]
        #expect(read(interim + Self.final) == read(Self.final))
        let bare = read(interim + ["HTTP/1.1 429 Too Many Requests", ""])
        #expect(bare.retryAfter == nil && bare.date == nil && bare.isComplete)
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200), ("HTTP/1.1 451", 451), ("HTTP/1.0 503 Service Unavailable", 503), ("HTTP/2 429", 429),
        ("HTTP/1.1  418  I'm a teapot", 418), ("HTTP/1.1 20 OK", 0), ("HTTP/1.1 2000 OK", 0), ("HTTP/1.1 -20 OK", 0),
        ("HTTP/1.1 abc", 0), ("HTTP/1.1", 0), ("ICY 200 OK", 0), ("http/1.1 200 OK", 0),
    ])
    func statusLine_givesAStatusOfThreeDigits(_ line: String, _ status: Int) {
        #expect(read(line).status == status)
    }

    @Test(
        arguments: [
            ("7", .seconds(7)), ("  7\t", .seconds(7)), ("0", .seconds(0)), ("007", .seconds(7)),
            ("3600", .seconds(3600)),
            ("86400", .seconds(86_400)), ("86401", .seconds(86_400)),
            (String(repeating: "9", count: 200), .seconds(86_400)), ("", nil), ("1 2", nil), ("12, 34", nil),
            ("1.5", nil),
            ("-1", nil), ("+1", nil), ("1s", nil), ("soon", nil), ("١", nil), ("2025-10-27T19:56:39Z", nil),
            ("Mon, 27 Oct 2025 19:56:39 GMT", .date(Timestamp(milliseconds: 1_761_594_999_000))),
            ("Mon, 27 Oct 2025 19:56:39 UTC", nil),
        ] as [(String, RetryAfter?)])
    func retryAfter_isSecondsOrADateAndNothingElse(_ value: String, _ expected: RetryAfter?) {
        #expect(read("HTTP/1.1 429 Slow Down", "Retry-After: \(value)", "").retryAfter == expected)
    }

    @Test(arguments: ["retry-after:7", "RETRY-AFTER: 7", "Retry-After:7 "])
    func headerName_isReadInAnyCase(_ line: String) {
        #expect(read("HTTP/1.1 429 Slow Down", line, "").retryAfter == .seconds(7))
    }

    @Test(arguments: [
        "Retry-After : 7", "X-Retry-After: 7", "Retry-Aft: 7", "Retry-After", "Retry-After 7", "Retry\u{C}After: 7",
        "7",
    ])
    func anyOtherHeader_isLeftAlone(_ line: String) {
        let head = read("HTTP/1.1 429 Slow Down", line, "")
        #expect(head.retryAfter == nil && head.date == nil && head.isComplete && head.status == 429)
    }

    @Test func date_isTheAnswersOwnTime() {
        let head = read("HTTP/1.1 200 OK", "Date: Mon, 27 Oct 2025 19:56:39 GMT", "")
        #expect(head.date == Timestamp(milliseconds: 1_761_594_999_000))
        #expect(head.retryAfter == nil)
        #expect(read("HTTP/1.1 200 OK", "Date: yesterday", "").date == nil)
        #expect(read("HTTP/1.1 200 OK", "Last-Modified: Mon, 27 Oct 2025 19:56:39 GMT", "").date == nil)
    }

    @Test func bytesThatAreNoText_areLeftAlone() {
        var head = read("HTTP/1.1 429 Slow Down")
        head.append(line: [0xFF, 0x3A, 0x00, 0x80])
        head.append(line: Array("Retry-After: ".utf8) + [0xFF])
        #expect(head.status == 429 && head.retryAfter == nil)
    }

    private func read(_ lines: String...) -> ResponseHead { read(lines) }

    private func read(_ lines: [String]) -> ResponseHead {
        lines.reduce(into: ResponseHead()) { head, line in head.append(line: "\(line)\r\n".utf8) }
    }
}
