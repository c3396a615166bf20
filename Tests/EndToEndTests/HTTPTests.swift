import StubExchange
import Testing

extension EndToEnd {
    /// Whatever a server makes of HTTP, the other source is asked and nothing is followed or stored.
    @Suite struct HTTPTests {
        private static let body = #"{"symbol":"BTCUSDT","price":"68901.23"}"#
        private static let gzip: [UInt8] = [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xAB, 0x56, 0x2A, 0x28, 0xCA, 0x4C, 0x4E, 5, 0,
        ]

        private static let faults: [(name: String, steps: [Step], reason: String)] = [
            ("204", .raw("HTTP/1.1 204 No Content\r\n\r\n"), "invalid data (empty)"),
            ("206", .respond(206, body: ""), "invalid data (empty)"),
            ("301", .respond(301, headers: ["Location: https://127.0.0.1:1/"], body: body), "HTTP 301"),
            ("304", .raw("HTTP/1.1 304 Not Modified\r\n\r\n"), "HTTP 304"),
            ("307", .respond(307, headers: ["Location: http://127.0.0.1:1/"], body: body), "HTTP 307"),
            ("400", .respond(400, body: body), "HTTP 400"), ("404", .respond(404, body: body), "HTTP 404"),
            ("418", .respond(418, body: body), "HTTP 418 (rate limited)"),
            ("429", .respond(429, body: body), "HTTP 429 (rate limited)"),
            ("451", .respond(451, body: body), "HTTP 451 (blocked in this country; try --source kraken)"),
            ("500", .respond(500, body: body), "HTTP 500"),
            ("503", .respond(503, body: body), "HTTP 503"), ("520", .respond(520, body: "<html>"), "HTTP 520"),
            ("999", .respond(999, body: body), "HTTP 999"),
            ("empty 200", .respond(body: ""), "invalid data (empty)"),
            ("HTML 200", .respond(body: "<!DOCTYPE html><html></html>"), "invalid data (not JSON)"),
            ("no HTTP", .raw("SSH-2.0-OpenSSH_9.2\r\n"), "invalid data (not HTTP)"),
            ("HTTP/0.9", .raw(body), "invalid data (not HTTP)"),
            ("no response", [], "connection closed without a response"),
            ("status out of range", .raw("HTTP/1.1 20 OK\r\n\r\n" + body), "invalid data"),
            (
                "truncated", .raw("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + body),
                "connection closed in mid-response"
            ),
            ("truncated chunk", .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{"), "connection"),
            (
                "bad chunk", .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"),
                "connection broken"
            ),
            ("short length", .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + body), "invalid data (not JSON)"),
            ("negative length", .raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"), "invalid data (not HTTP)"),
            ("absurd length", .raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n{"), "invalid data"),
            ("length that is no number", .raw("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n{"), "invalid data"),
            (
                "64 KiB + 1", .respond(body: String(repeating: " ", count: 65_537 - body.count) + body),
                "invalid data (too long)"
            ),
            (
                "64 KiB + 1 without a length", .raw("HTTP/1.1 200 OK\r\n\r\n" + String(repeating: " ", count: 65_537)),
                "invalid data (too long)"
            ),
            (
                "17 KiB of headers",
                .respond(headers: (0..<300).map { "X-\($0): " + String(repeating: "y", count: 50) }, body: body),
                "invalid data (too long)"
            ),
            ("compressed though not asked", .respond(headers: ["Content-Encoding: gzip"], body: gzip), "invalid data"),
            (
                "one header line without end",
                [.send(Array("HTTP/1.1 200 OK\r\nX: ".utf8)), .repeatForever(Array(repeating: 0x79, count: 4096))],
                "invalid data (too long)"
            ),
            (
                "interim responses without end", [.repeatForever(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))],
                "invalid data (too long)"
            ),
            ("reset", [.reset], "connection reset"),
            (
                "reset in mid-body",
                [
                    .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{".utf8)), .wait(.milliseconds(50)),
                    .reset,
                ], "connection reset"
            ),
        ]

        @Test(arguments: faults.map(\.name))
        func fault_isTheSourcesFailureAndTheOtherSourceIsAsked(_ name: String) throws {
            let box = try Sandbox()
            let fault = try #require(Self.faults.first { $0.name == name })
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("fault", fault.steps)
            let run = try box.run("-v", "--timeout", "2s", "--max-time", "4s")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            #expect(run.errors.hasPrefix("btcq: binance: \(fault.reason)"), "\(run)")
            #expect(box.exchange.requests.map(\.route) == ["fault", "ok"])
        }

        @Test(arguments: [
            "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.0 200 OK\r\n\r\n", "HTTP/1.1 200\r\nX: y\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 203 Elsewhere\r\n\r\n",
        ])
        func oddButRight_isTaken(_ head: String) throws {
            let box = try Sandbox(coinbase: "status-500")
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("odd", .raw(head + Self.body))
            let run = try box.run()
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
        }

        @Test func body_of64KiBIsTaken() throws {
            let box = try Sandbox(coinbase: "status-500")
            let body = String(repeating: " ", count: 65_536 - Self.body.count) + Self.body
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("large", .respond(body: body))
            try box.run().expect { $0.status == 0 }
        }
    }
}
