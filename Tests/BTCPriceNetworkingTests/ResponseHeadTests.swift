import BTCPriceCore
import Testing

@testable import BTCPriceNetworking

@Suite struct ResponseHeadTests {
    private static let headers = ["Date: Mon, 27 Oct 2025 19:56:39 GMT", "Retry-After: 7"]

    @Test func append_whenLineIsEmpty_completesHead() {
        var head = ResponseHead()
        for line in ["HTTP/1.1 429 Too Many Requests\r\n", "Retry-After: 7\r\n"] {
            head.append(line: line.utf8, status: 429)
            #expect(!head.isComplete)
        }
        head.append(line: "\r\n".utf8, status: 429)
        #expect(head.isComplete && head.retryAfter == .seconds(7))
    }

    @Test(arguments: ["", "\n", "\r\n"])
    func append_whenLineIsEmpty_dependsOnStatus(_ line: String) {
        for status in 0..<200 { #expect(!read(line, status: status).isComplete, "status \(status)") }
        for status in [200, 204, 301, 418, 429, 451, 500, 999] { #expect(read(line, status: status).isComplete) }
    }

    @Test(arguments: [100, 102, 103, 199])
    func append_whenResponseIsInterim_dropsItsHeaders(_ status: Int) {
        var head = read(["HTTP/1.1 \(status) Interim"] + Self.headers + [""], status: status)
        #expect(head == ResponseHead())
        for line in ["HTTP/1.1 429 Too Many Requests", "Retry-After: 9", ""] {
            head.append(line: line.utf8, status: 429)
        }
        #expect(head.isComplete && head.retryAfter == .seconds(9) && head.date == nil)
    }

    @Test func append_whenHeadIsComplete_ignoresTrailers() {
        var head = read(Self.headers + [""], status: 200)
        let complete = head
        for line in [
            "Retry-After: 99", "Date: Tue, 28 Oct 2025 19:56:39 GMT", "HTTP/1.1 200 OK", "HTTP/1.1 100 Continue", "",
        ] {
            for status in [100, 200, 429] {
                head.append(line: line.utf8, status: status)
                #expect(head == complete, "\(line), \(status)")
            }
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK: y", "HTTP/1.1 100 Continue: y", "HTTP/1.1 200 OK", "HTTP/2 451", "HTTP/1.1 429 :",
    ])
    func append_whenHeaderLooksLikeStatusLine_ignoresIt(_ line: String) {
        let head = read(Self.headers + [line, ""], status: 429)
        #expect(head == read(Self.headers + [""], status: 429))
        #expect(head.retryAfter == .seconds(7) && head.date != nil)
    }

    @Test(
        arguments: [
            ("7", .seconds(7)), ("  7\t", .seconds(7)), ("0", .seconds(0)), ("007", .seconds(7)),
            ("3600", .seconds(3600)), ("86400", .seconds(86_400)), ("86401", .seconds(86_400)),
            (String(repeating: "9", count: 200), .seconds(86_400)), ("", nil), ("1 2", nil), ("12, 34", nil),
            ("1.5", nil), ("-1", nil), ("+1", nil), ("1s", nil), ("soon", nil), ("١", nil),
            ("2025-10-27T19:56:39Z", nil),
            ("Mon, 27 Oct 2025 19:56:39 GMT", .date(Timestamp(milliseconds: 1_761_594_999_000))),
            ("Mon, 27 Oct 2025 19:56:39 UTC", nil),
        ] as [(String, ResponseHead.RetryAfter?)])
    func retryAfter_isSecondsOrDate(_ value: String, _ expected: ResponseHead.RetryAfter?) {
        #expect(read("Retry-After: \(value)").retryAfter == expected)
    }

    @Test func retryAfter_whenHeaderIsRepeated_isTheLastOne() {
        #expect(read(["Retry-After: 7", "Retry-After: 9"]).retryAfter == .seconds(9))
        #expect(read(["Retry-After: 7", "Retry-After: soon"]).retryAfter == nil)
    }

    @Test(arguments: ["retry-after:7", "RETRY-AFTER: 7", "Retry-After:7 "])
    func append_whenNameIsInAnotherCase_readsHeader(_ line: String) {
        #expect(read(line).retryAfter == .seconds(7))
    }

    @Test(arguments: [
        "Retry-After : 7", "X-Retry-After: 7", "Retry-Aft: 7", "Retry-After", "Retry-After 7", "Retry\u{C}After: 7",
        "7", ": 7", ":",
    ])
    func append_whenHeaderIsAnotherOne_ignoresIt(_ line: String) {
        #expect(read(line) == ResponseHead())
    }

    @Test func date_isTheTimeOfTheResponse() {
        let head = read("Date: Mon, 27 Oct 2025 19:56:39 GMT", status: 200)
        #expect(head.date == Timestamp(milliseconds: 1_761_594_999_000))
        #expect(head.retryAfter == nil)
        #expect(read("Date: yesterday", status: 200).date == nil)
        #expect(read("Last-Modified: Mon, 27 Oct 2025 19:56:39 GMT", status: 200).date == nil)
    }

    @Test func append_whenBytesAreNotUTF8_ignoresThem() {
        var head = ResponseHead()
        head.append(line: [0xFF, 0x3A, 0x00, 0x80], status: 429)
        head.append(line: Array("Retry-After: ".utf8) + [0xFF], status: 429)
        #expect(head == ResponseHead())
    }

    @Test(
        arguments: [
            (.seconds(7), nil, .seconds(7)), (.seconds(7), Timestamp(milliseconds: 0), .seconds(7)),
            // A date is compared with the response's own clock if it has one.
            (.date(Timestamp(milliseconds: 60_000)), Timestamp(milliseconds: 20_000), .seconds(40)),
            (.date(Timestamp(milliseconds: 20_000)), Timestamp(milliseconds: 60_000), .seconds(-40)),
            (.date(Timestamp.someTime + .seconds(30)), nil, .seconds(30)),
            (nil, Timestamp(milliseconds: 20_000), nil),
        ] as [(ResponseHead.RetryAfter?, Timestamp?, Duration?)])
    func retryDelay_isRelativeToReceipt(
        _ retryAfter: ResponseHead.RetryAfter?, _ date: Timestamp?, _ delay: Duration?
    ) {
        #expect(ResponseHead(retryAfter, date).retryDelay(receivedAt: .someTime) == delay)
    }

    private func read(_ line: String, status: Int = 429) -> ResponseHead { read([line], status: status) }

    private func read(_ lines: [String], status: Int = 429) -> ResponseHead {
        lines.reduce(into: ResponseHead()) { head, line in head.append(line: "\(line)\r\n".utf8, status: status) }
    }
}
