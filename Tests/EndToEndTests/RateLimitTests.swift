import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// A rate-limited source is skipped until its rate limit ends, from run to run.
    @Suite struct RateLimitTests {
        private static let interim = "HTTP/1.1 103 Early Hints\r\nRetry-After: 1800\r\n\r\n"

        /// Responses with a rate limit, and for how many seconds it lasts.
        private static let responses: [(source: String, steps: [Step], seconds: Double)] = [
            ("binance", limit("Retry-After: 7"), 7),
            ("binance", .respond(418, headers: ["Retry-After: 120"], body: ""), 120), ("binance", limit(), 60),
            ("binance", limit("Retry-After: soon"), 60), ("binance", limit("Retry-After: -5"), 60),
            ("binance", limit("Retry-After: 99999999999999999999"), 3600),
            ("binance", limit("Retry-After: Fri, 01 Jan 2100 00:00:00 GMT"), 3600),
            ("binance", limit("Retry-After: Mon, 01 Jan 2024 00:00:00 GMT"), 1),
            ("binance", limit("Retry-After: 0"), 1),
            // The user's clock need not be right.
            (
                "binance",
                limit("Date: Mon, 01 Jan 2001 00:00:00 GMT", "Retry-After: Mon, 01 Jan 2001 00:05:00 GMT"), 300
            ),
            ("binance", .raw(interim) + limit("Retry-After: 7"), 7), ("binance", .raw(interim) + limit(), 60),
            ("kraken", .respond(body: #"{"error":["EGeneral:Too many requests"]}"#), 60),
        ]

        private static func limit(_ headers: String...) -> [Step] { .respond(429, headers: headers, body: "") }

        @Test(arguments: responses.indices)
        func rateLimit_lastsAsTheResponseSays(_ index: Int) throws {
            let (source, steps, seconds) = Self.responses[index]
            let box = try Sandbox()
            box.respond(source, with: steps)
            let before = Date()
            try box.run("--primary", source, "--fallback", "coinbase").expect(0, .live("coinbase"))
            let end = try #require(box.rateLimits[source])
            let bounds = (before + seconds - 0.01)...(Date() + seconds)
            #expect(bounds.contains(end))
        }

        @Test func source_whenRateLimited_isSkippedByTheNextRunsInAnyCurrency() throws {
            let box = try Sandbox(binance: "status-429", coinbase: "status-500")
            try box.run().expect(1, errors: .contains("binance: HTTP 429 (rate limited); "))
            let line = #/btcq: no quote: binance: rate limited for another [\d.]+s; coinbase: HTTP 500\n/#
            for option in ["--currency=USD", "--max-age=1m", "--currency=EUR"] {
                try box.run(option).expect(1, errors: .matches(line))
            }
            #expect(box.askedSources == ["binance", "coinbase", "coinbase", "coinbase", "coinbase"])
        }

        /// The headers decide, whatever becomes of the body.
        private static let bodies: [String: (headers: [String], steps: [Step])] = [
            "cut short": (["Content-Length: 500"], .raw("{")), "reset": (["Content-Length: 500"], .raw("{") + [.reset]),
            "never coming": (["Content-Length: 500"], [.holdOpen]),
            "dripping": ([], [.drip(Array(repeating: 0x20, count: 1000), every: .milliseconds(20))]),
            "without end": ([], [.repeatForever(Array(repeating: 0x20, count: 4096))]),
            "over 64 KiB": (["Content-Length: 70000"], .raw(String(repeating: " ", count: 70_000))),
            "absurdly long": (["Content-Length: 9000000000000000000"], .raw("{")),
            "a bad chunk": (["Transfer-Encoding: chunked"], .raw("zz\r\n{}\r\n0\r\n\r\n")),
            "compressed, it says": (["Content-Encoding: gzip"], .raw("{}")),
        ]

        @Test(
            arguments: [(429, "rate limited"), (451, "blocked in this country; try --source kraken")],
            bodies.keys.sorted())
        func rateLimitAndBlock_areReportedWhateverTheBodyIs(
            _ response: (status: Int, text: String), _ name: String
        ) throws {
            let body = try #require(Self.bodies[name])
            let box = try Sandbox()
            let head = (["HTTP/1.1 \(response.status) Status"] + body.headers + ["", ""]).joined(separator: "\r\n")
            box.respond("binance", with: .raw(head) + body.steps)
            try box.run("-v", "--timeout", "5s", "--max-time", "10s").expect(
                0, .live("coinbase"),
                errors: .prefix("btcq: binance: HTTP \(response.status) (\(response.text)); total"),
                maximum: .seconds(1))
            #expect(box.rateLimits.keys.sorted() == (response.status == 429 ? ["binance"] : []))
        }

        @Test func headersWithoutEnd_decideNothing() throws {
            let box = try Sandbox()
            box.respond("binance", with: .raw("HTTP/1.1 429 Status\r\nRetry-After: 120\r\n") + [.holdOpen])
            try box.run("-v", "--timeout", "50ms").expect(0, errors: .contains("binance: no response in "))
            #expect(box.rateLimits.isEmpty)
        }

        @Test func rateLimit_ofAMirror_doesNotApplyToTheExchange() throws {
            let box = try Sandbox()
            box.set("kraken", "status-429")
            for _ in 0..<2 { try box.run("-s", "kraken").expect(1) }
            box.set("kraken", "ok")
            try box.run("-s", "kraken").expect(0)
            #expect(box.exchange.requests.map(\.route) == ["status-429", "ok"])
        }

        @Test func rateLimits_whenStoredByManyRunsAtOnce_areAllStored() throws {
            let box = try Sandbox()
            box.setAll("status-429")
            let pairs = [("binance", "coinbase"), ("kraken", "bitstamp")]
            let runs = try (0..<10).map { index in
                try box.start("--primary", pairs[index % 2].0, "--fallback", pairs[index % 2].1)
            }
            for run in runs { run.result().expect(1) }
            #expect(box.rateLimits.keys.sorted() == ["binance", "bitstamp", "coinbase", "kraken"])
        }

        /// Otherwise it would apply again when its time comes.
        @Test(.needsClang)
        func entry_whenItBeginsInTheFuture_isRemovedByTheNextWriter() throws {
            let box = try Sandbox()
            try box.preload(PreloadedLibrary.clock)
            box.respondAll(.respond(429, headers: ["Retry-After: 3600"], body: ""))
            box.environment["CLOCK_OFFSET"] = "7200"
            try box.run("-s", "binance").expect(1, errors: .contains("HTTP 429"))
            try box.run("-s", "binance").expect(1, errors: .contains("rate limited for another "))
            box.environment["CLOCK_OFFSET"] = nil
            try box.run("-s", "kraken").expect(1)
            box.respondAll()
            box.environment["CLOCK_OFFSET"] = "7205"
            try box.run("-s", "binance").expect(0)
        }

        /// The main thread is slow here: the rate limit comes after the quote, before it looks.
        @Test(.needsClang)
        func rateLimit_whenReportedBeforeTheRaceEnds_isStored() throws {
            let box = try Sandbox(binance: "slow-500")
            try box.preload(PreloadedLibrary.slowMainThread)
            box.respond(
                "coinbase",
                with: .respond(429, headers: ["Retry-After: 600"], body: "").delayed(.milliseconds(500)))
            try box.run("-t", "1ms").expect(0, .live("binance"))
            let remaining = try #require(box.rateLimits["coinbase"]).timeIntervalSinceNow
            #expect(remaining > 590 && box.rateLimits["binance"] == nil)
        }
    }
}
