import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Whatever a server makes of HTTP, the other source is asked at once, and nothing is followed.
    @Suite struct HTTPTests {
        private static let ok = "HTTP/1.1 200 OK\r\n"
        private static let body = #"{"symbol":"BTCUSDT","lastPrice":"68901.23"}"#
        private static let chunked = "Transfer-Encoding: chunked\r\n\r\n2b\r\n\(body)\r\n0\r\n"

        /// What the primary sends, and what is reported of it.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let steps: [Step]
            let reason: String
            let isRateLimit: Bool

            init(_ name: String, _ steps: [Step], _ reason: String, isRateLimit: Bool = false) {
                (testDescription, self.steps) = (name, steps)
                (self.reason, self.isRateLimit) = (reason, isRateLimit)
            }

            init(raw steps: [Step], after head: String, _ name: String, _ reason: String) {
                self.init(name, .raw("HTTP/1.1 \(head)\r\n\r\n") + steps, reason, isRateLimit: head.hasPrefix("429"))
            }
        }

        private static let limit = "HTTP 429 "
        private static let tooLong = "(too long)"

        /// 451, 429 and 418 are decided by the headers, without waiting for the body.
        private static let messages = [
            Case("redirect", redirect, "HTTP 302 "),
            Case(raw: [], after: "204 No Content", "204", "(empty)"),
            Case(raw: [], after: "304 Not Modified", "304", "HTTP 304"),
            Case(raw: .raw("{"), after: "403 No\r\nContent-Length: 500", "403 cut short", "HTTP 403 ("),
            Case(raw: .raw("{"), after: "429 No\r\nContent-Length: 500", "429 cut short", limit),
            Case(raw: [.holdOpen], after: "429 No\r\nContent-Length: 500", "429 without its body", limit),
            Case(raw: .raw("{}"), after: "429 No\r\nContent-Encoding: gzip", "429, compressed", limit),
            Case(raw: [.holdOpen], after: "451 No\r\nContent-Length: 500", "451 without its body", "HTTP 451 ("),
            Case(raw: endlessBody, after: "429 No", "429 without end", limit),
            Case(raw: [], after: "404 No\r\nHTTP/1.1 200 OK: y", "a status line among the headers", "HTTP 404"),
            Case(raw: [], after: "503 No\r\nHTTP/1.1 100 Continue: y", "an interim one there", "HTTP 503"),
            Case("500, too long", .respond(500, body: String(repeating: "x", count: 100_000)), "HTTP 500"),
            Case("empty 200", .respond(body: ""), "(empty)"),
            Case("HTML 200", .respond(body: "<!DOCTYPE html><html></html>"), "(not JSON)"),
            Case(raw: .raw(body), after: "20 OK", "status out of range", "invalid data"),
            Case(
                raw: .raw("{"), after: "200 OK\r\nContent-Length: 9", "cut short", "connection closed in mid-response"),
            Case(
                raw: .raw("40\r\n{"), after: "200 OK\r\nTransfer-Encoding: chunked", "chunk cut short",
                "connection closed in mid-response"),
            Case(
                raw: .raw("zz\r\n{}\r\n0\r\n\r\n"), after: "200 OK\r\nTransfer-Encoding: chunked", "bad chunk",
                "connection broken"),
            Case(raw: .raw(body), after: "200 OK\r\nContent-Length: 5", "short length", "(not JSON)"),
            Case(
                raw: .raw("{"), after: "200 OK\r\nContent-Length: 99999999999999999999", "absurd length",
                "invalid data"),
            Case("64 KiB + 1", .respond(body: String(repeating: " ", count: 65_537 - body.count) + body), tooLong),
            Case("16 KiB + 1 of headers", .raw(headers(ofSize: (16 << 10) + 1) + body), tooLong),
            Case("body without end", .raw(ok + "\r\n") + endlessBody, tooLong),
            Case("headers without end", .raw(ok) + [.repeatForever(Array("X: y\r\n".utf8))], tooLong),
            Case("no response", [], "connection closed without a response"),
            Case("reset", [.reset], "connection reset"),
            Case(raw: .raw(body), after: "200 OK\r\nContent-Encoding: gzip", "not compressed", "(cannot be decoded)"),
            Case(raw: .raw(body), after: "200 OK\r\nTransfer-Encoding: x", "unknown transfer", "(cannot be decoded)"),
            Case(raw: [], after: "202 OK\r\nx-amzn-waf-action: challenge", "a firewall", "HTTP 202 (blocked? try "),
            Case(raw: [], after: "405 No", "405", "HTTP 405 (blocked? try "),
            Case("header without end", .raw(ok + "X: ") + [.repeatForever(Array("yyyy".utf8))], tooLong),
            Case("interim without end", [.repeatForever(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))], tooLong),
            Case(
                raw: .raw("{") + [.wait(.milliseconds(50)), .reset], after: "200 OK\r\nContent-Length: 500",
                "reset in mid-body", "connection reset"),
        ]

        /// A server that does not speak HTTP, or not to the end.
        private static let notHTTP = [
            "SSH-2.0-OpenSSH_9.2\r\n", "68901.23\r\n", "ICY 200 OK\r\n\r\n", ok + "Content-Length: -5\r\n\r\n",
            ok + "no header\r\n\r\nx", ok + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nno trailer\r\n\r\n",
        ].map { Case($0, .raw($0), "(not HTTP)") }

        private static let endlessBody = [Step.repeatForever(Array("x".utf8))]

        /// The head of a response with this body, of this many bytes.
        private static func headers(ofSize size: Int) -> String {
            let (start, end) = ("\(ok)X: ", "\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
            return start + String(repeating: "x", count: size - start.utf8.count - end.utf8.count) + end
        }

        private static let redirect = [Step].respond(302, headers: ["Location: https://127.0.0.1:1/"], body: body)

        @Test(arguments: messages + notHTTP)
        func fault_isTheSourcesFailureAndTheOtherSourceIsAskedAtOnce(_ test: Case) throws {
            let box = try Sandbox()
            box.respond("binance", with: test.steps)
            try box.run("-v", "--timeout", "5s", "--max-time", "10s").expect(
                0, .live("bitstamp"), errors: .contains(test.reason), maximum: .seconds(1))
            #expect(box.asked == ["binance USD", "bitstamp USD"])
            #expect(box.rateLimits.keys.sorted() == (test.isRateLimit ? ["binance"] : []))
        }

        /// Nobody has asked for that. The limit holds for what the body becomes.
        @Test(.needs("gzip"))
        func body_whenCompressed_isDecodedUpToTheLimit() throws {
            let box = try Sandbox(bitstamp: "status-500")
            try box.shell("printf %s '\(Self.body)' | gzip >small; head -c 30000000 /dev/zero | gzip >bomb").expect(0)
            for (name, status) in [("bomb", 1), ("small", 0)] as [(String, Int32)] {
                let body = Array(try Data(contentsOf: URL(filePath: "\(box.work)/\(name)")))
                box.respond("binance", with: .respond(headers: ["Content-Encoding: gzip"], body: body))
                let errors = status == 0 ? "" : ExpectedText.contains(Self.tooLong)
                try box.run("-s", "binance").expect(status, errors: errors, maximum: .seconds(1))
            }
        }

        @Test(arguments: [
            ok + "\r\n" + body, "HTTP/1.0 200 OK\r\n\r\n" + body, "HTTP/1.1 200\r\nX: y\r\n\r\n" + body,
            "HTTP/1.1 100 Continue\r\n\r\n" + ok + "\r\n" + body, "HTTP/1.1 203 Elsewhere\r\n\r\n" + body,
            "HTTP/1.1 103 Early Hints\r\nRetry-After: 1\r\n\r\nHTTP/1.1 103 More\r\n\r\n" + ok + "\r\n" + body,
            // 16 KiB and 64 KiB.
            headers(ofSize: 16 << 10) + body,
            ok + "\r\n" + String(repeating: " ", count: 65_536 - body.count) + body,
            // Lines that look like a status line, among the headers and the trailers.
            ok + "HTTP/1.1 500 x: y\r\nHTTP/1.1 429 x: y\r\nRetry-After: 600\r\n\r\n" + body,
            ok + chunked + "HTTP/1.1 429 x: y\r\nRetry-After: 600\r\n\r\n", ok + chunked + "HTTP/1.1 451 x: y\r\n\r\n",
            ok + chunked + "HTTP/1.1 100 Continue: y\r\nDate: Tue, 28 Oct 2025 19:56:39 GMT\r\n\r\n",
        ])
        func response_whenUnusualButValid_isTheQuote(_ response: String) throws {
            let box = try Sandbox(bitstamp: "status-500")
            box.respond("binance", with: .raw(response))
            try box.run().expect(0, .live("binance"), errors: "")
            #expect(box.rateLimits.isEmpty)
        }
    }
}
