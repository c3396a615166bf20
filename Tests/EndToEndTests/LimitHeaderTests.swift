import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// The headers of the final response decide, whatever becomes of its body.
    @Suite struct LimitHeaderTests {
        private static let hint = " (blocked in this country; try --source kraken)"

        private static func head(_ status: Int, _ headers: [String] = []) -> String {
            (["HTTP/1.1 \(status) Status"] + headers).map { $0 + "\r\n" }.joined() + "\r\n"
        }

        private static let bodies: [(name: String, headers: [String], steps: [Step])] = [
            ("cut short", ["Content-Length: 500"], [.send([0x7B])]),
            ("reset", ["Content-Length: 500"], [.send([0x7B]), .reset]),
            ("never coming", ["Content-Length: 500"], [.holdOpen]),
            ("dripping", [], [.drip(Array(repeating: 0x20, count: 1000), every: .milliseconds(20))]),
            ("without end", [], [.repeatForever(Array(repeating: 0x20, count: 4096))]),
            ("over 64 KiB", ["Content-Length: 70000"], [.send(Array(repeating: 0x20, count: 70_000))]),
            ("absurdly long", ["Content-Length: 9000000000000000000"], [.send([0x7B])]),
            ("a bad chunk", ["Transfer-Encoding: chunked"], .raw("zz\r\n{}\r\n0\r\n\r\n")),
            ("compressed, it says", ["Content-Encoding: gzip"], .raw("{}")),
        ]

        @Test(arguments: [429, 418], bodies.map(\.name))
        func rateLimit_isRecordedWhateverTheBodyIs(_ status: Int, _ name: String) throws {
            let body = try #require(Self.bodies.first { $0.name == name })
            let box = try Sandbox()
            let head = Self.head(status, body.headers + ["Retry-After: 120"])
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("limit", .raw(head) + body.steps)
            let first = try box.run("-v", "--timeout", "5s", "--max-time", "10s")
            #expect(first.status == 0 && first.text.hasSuffix(" coinbase BTC-USD\n"), "\(first)")
            #expect(first.errors.hasPrefix("btcq: binance: HTTP \(status) (rate limited)"), "\(first)")
            #expect(first.ownTime < .seconds(1) + Program.allowance, "\(first)")
            let remaining = try #require(box.remaining("binance", .rateLimited))
            #expect((110...120).contains(remaining), "\(remaining)")
            let second = try box.run("-v")
            #expect(second.errors.hasPrefix("btcq: binance: skipped for another 1"), "\(second)")
            #expect(box.askedSources == ["binance", "coinbase", "coinbase"])
        }

        /// A 451 is decided by its headers too; a 403 is read to its end, but its status is reported in any case.
        @Test(arguments: [451, 403], ["cut short", "over 64 KiB", "without end", "a bad chunk"])
        func block_isReportedWhateverTheBodyIs(_ status: Int, _ name: String) throws {
            let body = try #require(Self.bodies.first { $0.name == name })
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "blocked", .raw(Self.head(status, body.headers)) + body.steps)
            let run = try box.run("-v", "--timeout", "5s", "--max-time", "10s")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            let hint = status == 451 ? Self.hint : ""
            #expect(run.errors.hasPrefix("btcq: binance: HTTP \(status)\(hint); total"), "\(run)")
            #expect((box.remaining("binance", .blocked) != nil) == (status == 451))
        }

        @Test(arguments: ["never coming", "dripping"])
        func block_whenItsBodyDoesNotEnd_isReportedAtOnce(_ name: String) throws {
            let body = try #require(Self.bodies.first { $0.name == name })
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "blocked", .raw(Self.head(451, body.headers)) + body.steps)
            let run = try box.run("-v", "--timeout", "5s", "--max-time", "10s")
            #expect(run.errors.hasPrefix("btcq: binance: HTTP 451\(Self.hint); total"), "\(run)")
            #expect(run.status == 0 && run.ownTime < .seconds(1) + Program.allowance, "\(run)")
            #expect(box.remaining("binance", .blocked) != nil)
        }

        @Test(
            arguments: [
                ("7", 7.0), (" 7 ", 7), ("007", 7), ("1 2", 60), ("12, 34", 60), ("12,34", 60), ("1.5", 60), ("+5", 60),
                ("-5", 60), ("", 60), ("5s", 60), ("0x10", 60), ("١٢", 60), ("2026-10-27T19:56:39Z", 60),
                ("Tue, 27 Oct 2099 19:56:39 CET", 60), ("Tue, 32 Oct 2099 19:56:39 GMT", 60), ("3601", 3600),
                ("9223372036854775807", 3600), ("9223372036854775808", 3600), ("Tue, 27 Oct 2099 19:56:39 GMT", 3600),
                (String(repeating: "9", count: 200), 3600), (String(repeating: "0", count: 199) + "9", 3600),
            ] as [(String, Double)])
        func retryAfter_isSecondsOrADateOrNothing(_ value: String, _ seconds: Double) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "limit", .raw(Self.head(429, ["Retry-After: \(value)", "Content-Length: 0"])))
            try box.run()
            let remaining = try #require(box.remaining("binance", .rateLimited))
            #expect(remaining > seconds - 3 && remaining <= seconds, "\(value): \(remaining)")
        }

        @Test(arguments: ["0", "00", "Mon, 01 Jan 2024 00:00:00 GMT"])
        func retryAfter_whenItIsOver_meansOneSecond(_ value: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "limit", .raw(Self.head(429, ["Retry-After: \(value)", "Content-Length: 0"])))
            let before = Date()
            let run = try box.run()
            let end = try #require(box.backoff["binance"]?[.rateLimited], "\(run)")
            let range = before.addingTimeInterval(0.99)...Date().addingTimeInterval(1)
            #expect(range.contains(end), "\(end) is not in \(range)")
        }

        /// The user's clock need not be right.
        @Test func dateInRetryAfter_isCountedFromTheDateOfTheResponse() throws {
            let box = try Sandbox()
            let headers = [
                "Date: Mon, 01 Jan 2001 00:00:00 GMT", "Retry-After: Mon, 01 Jan 2001 00:05:00 GMT",
                "Content-Length: 0",
            ]
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("limit", .raw(Self.head(429, headers)))
            try box.run()
            let remaining = try #require(box.remaining("binance", .rateLimited))
            #expect(remaining > 297 && remaining <= 300, "\(remaining)")
        }

        @Test(arguments: [(["Retry-After: 7"], 7), ([], 60)] as [([String], Double)])
        func retryAfter_ofAnInterimResponse_isIgnored(_ headers: [String], _ seconds: Double) throws {
            let box = try Sandbox()
            let interim = "HTTP/1.1 103 Early Hints\r\nRetry-After: 1800\r\n\r\n"
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "limit", .raw(interim + Self.head(429, headers + ["Content-Length: 0"])))
            try box.run()
            let remaining = try #require(box.remaining("binance", .rateLimited))
            #expect(remaining > seconds - 3 && remaining <= seconds, "\(remaining)")
        }

        /// An interim response decides nothing: the final one is a quote.
        @Test func retryAfter_ofAnInterimResponseBeforeAQuote_isIgnored() throws {
            let box = try Sandbox()
            let interim = "HTTP/1.1 103 Early Hints\r\nRetry-After: 1800\r\n\r\n"
            let body = #"{"symbol":"BTCUSDT","price":"68901.23"}"#
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "early", .raw(interim + Self.head(200, ["Content-Length: \(body.utf8.count)"]) + body))
            try box.run().expect { $0.text.hasSuffix(" binance BTCUSDT\n") }
            #expect(box.backoff.isEmpty)
        }

        @Test func headersWithoutEnd_decideNothing() throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "endless", .raw("HTTP/1.1 429 Status\r\nRetry-After: 120\r\n") + [.holdOpen])
            let run = try box.run("-v", "--timeout", "50ms")
            #expect(run.errors.contains("binance: no response in "), "\(run)")
            #expect(box.backoff.isEmpty)
        }
    }
}
