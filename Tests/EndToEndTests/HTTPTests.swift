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
        private static let gzip: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xAB, 0x56, 0x2A, 0x28, 0xCA, 0x4C, 0x4E, 5, 0,
        ]

        /// Statuses whose body would be a quote.
        private static let statuses = [
            400: "HTTP 400", 404: "HTTP 404", 418: "HTTP 418 (rate limited)", 429: "HTTP 429 (rate limited)",
            451: "HTTP 451 (blocked in this country; try --source kraken)", 500: "HTTP 500", 503: "HTTP 503",
            520: "HTTP 520", 999: "HTTP 999",
        ].map { status, reason in (name: reason, steps: [Step].respond(status, body: body), reason: reason) }

        private static let redirects = [301, 302, 307, 308].map { status in
            let steps = [Step].respond(status, headers: ["Location: https://127.0.0.1:1/"], body: body)
            return (name: "redirect \(status)", steps: steps, reason: "HTTP \(status) (captive portal?)")
        }

        private static let messages: [(name: String, steps: [Step], reason: String)] = [
            ("204", .raw("HTTP/1.1 204 No Content\r\n\r\n"), "invalid data (empty)"),
            ("206", .respond(206, body: ""), "invalid data (empty)"),
            ("304", .raw("HTTP/1.1 304 Not Modified\r\n\r\n"), "HTTP 304"),
            ("403 cut short", .raw("HTTP/1.1 403 No\r\nContent-Length: 500\r\n\r\n{"), blocked),
            ("empty 200", .respond(body: ""), "invalid data (empty)"),
            ("HTML 200", .respond(body: "<!DOCTYPE html><html></html>"), "invalid data (not JSON)"),
            ("null price", .respond(body: #"{"symbol":"BTCUSDT","lastPrice":null}"#), "invalid data (not a price)"),
            (
                "another pair", .respond(body: #"{"symbol":"ETHUSDT","lastPrice":"1"}"#),
                "invalid data (not the pair asked for)"
            ),
            ("nested 20,000 times", .respond(body: String(repeating: "[", count: 20_000)), "invalid data (not JSON)"),
            ("64 KiB of zeros", .respond(body: [UInt8](repeating: 0, count: 65_536)), "invalid data (not JSON)"),
            ("no HTTP", .raw("SSH-2.0-OpenSSH_9.2\r\n"), "invalid data (not HTTP)"),
            ("HTTP/0.9", .raw(body), "invalid data (not HTTP)"),
            ("no response", [], "connection closed without a response"),
            ("status out of range", .raw("HTTP/1.1 20 OK\r\n\r\n" + body), "invalid data"),
            ("truncated", .raw(ok + "Content-Length: 500\r\n\r\n" + body), "connection closed in mid-response"),
            ("truncated chunk", .raw(ok + "Transfer-Encoding: chunked\r\n\r\n40\r\n{"), "connection"),
            ("bad chunk", .raw(ok + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"), "connection broken"),
            ("short length", .raw(ok + "Content-Length: 5\r\n\r\n" + body), "invalid data (not JSON)"),
            ("negative length", .raw(ok + "Content-Length: -5\r\n\r\n"), "invalid data (not HTTP)"),
            ("absurd length", .raw(ok + "Content-Length: 99999999999999999999\r\n\r\n{"), "invalid data"),
            ("length that is no number", .raw(ok + "Content-Length: many\r\n\r\n{"), "invalid data"),
            ("64 KiB + 1", .respond(body: String(repeating: " ", count: 65_537 - body.count) + body), tooLong),
            ("64 KiB + 1 without a length", .raw(ok + "\r\n" + String(repeating: " ", count: 65_537)), tooLong),
            ("17 KiB of headers", .raw(ok + String(repeating: "X: \(body)\r\n", count: 400) + "\r\n" + body), tooLong),
            ("compressed, though not asked", .respond(headers: ["Content-Encoding: gzip"], body: gzip), "invalid data"),
            ("header without end", .raw(ok + "X: ") + [.repeatForever(Array(repeating: 0x79, count: 4096))], tooLong),
            ("headers without end", .raw(ok) + [.repeatForever(Array("X: yyyyyyyyyyyyyyyyy\r\n".utf8))], tooLong),
            ("body without end", .raw(ok + "\r\n") + [.repeatForever(Array("yyyyyyyyyyyyyyyyyyy\r\n".utf8))], tooLong),
            ("interim without end", [.repeatForever(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))], tooLong),
            ("reset", [.reset], "connection reset"),
            (
                "reset in mid-body", .raw(ok + "Content-Length: 500\r\n\r\n{") + [.wait(.milliseconds(50)), .reset],
                "connection reset"
            ),
        ]

        private static let blocked = "HTTP 403 (blocked? try --source kraken)"
        private static let tooLong = "invalid data (too long)"
        private static let faults = statuses + redirects + messages

        @Test(arguments: faults.map(\.name))
        func fault_isTheSourcesFailureAndTheOtherSourceIsAskedAtOnce(_ name: String) throws {
            let box = try Sandbox()
            let fault = try #require(Self.faults.first { $0.name == name })
            box.respond("binance", with: fault.steps)
            try box.run("-v", "--timeout", "5s", "--max-time", "10s").expect(
                0, .live("coinbase"), errors: .prefix("btcq: binance: \(fault.reason)"), maximum: .seconds(2))
            #expect(box.asked == ["binance USD", "coinbase USD"])
        }

        @Test(arguments: [
            ok + "\r\n" + body, "HTTP/1.0 200 OK\r\n\r\n" + body, "HTTP/1.1 200\r\nX: y\r\n\r\n" + body,
            "HTTP/1.1 100 Continue\r\n\r\n" + ok + "\r\n" + body, "HTTP/1.1 203 Elsewhere\r\n\r\n" + body,
            // 64 KiB.
            ok + "\r\n" + String(repeating: " ", count: 65_536 - body.count) + body,
            // Lines that look like a status line, among the headers and the trailers.
            ok + "HTTP/1.1 500 x: y\r\nHTTP/1.1 429 x: y\r\nRetry-After: 600\r\n\r\n" + body,
            ok + chunked + "HTTP/1.1 429 x: y\r\nRetry-After: 600\r\n\r\n",
        ])
        func response_whenUnusualButValid_isTheQuote(_ response: String) throws {
            let box = try Sandbox(coinbase: "status-500")
            box.respond("binance", with: .raw(response))
            try box.run().expect(0, .live("binance"), errors: "")
            #expect(box.rateLimits.isEmpty)
        }

        /// Both clocks are the source's. An HTTP cache adds how long it has kept the response.
        @Test(arguments: Fixture.all)
        func response_whenItsPriceIsOutdated_isInvalid(_ source: Fixture) throws {
            let (box, currency) = (try Sandbox(), source.pairs[0].currency)
            let body = try source.body(currency: currency, price: "68901.23")
            let ages = [("Age: 21600", "6h old"), ("Age: 900", nil)]
            let dates = [
                ("Date: Sun, 09 Sep 2096 01:46:40 GMT", "25884d old"), ("Date: Mon, 27 Oct 2025 19:56:39 GMT", nil),
                ("Date: Mon, 09 Sep 1996 01:46:40 GMT", "10640d in the future"),
            ]
            for (header, fault) in source.time == nil ? ages : ages + dates {
                box.respond(source.name, with: .respond(headers: [header], body: body))
                let run = try box.run("-n", "-s", source.name, "--currency", currency, "--max-stale=0")
                let line = fault.map { "btcq: no quote: \(source): invalid data (price is \($0))\n" } ?? ""
                run.expect(fault == nil ? 0 : 1, fault == nil ? "68901.23\n" : "", errors: .exactly(line))
            }
        }
    }
}
