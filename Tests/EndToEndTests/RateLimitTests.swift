import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// A rate-limited source is skipped until its rate limit ends, from run to run.
    @Suite struct RateLimitTests {
        /// A response with a rate limit, and for how many seconds it lasts.
        struct Limit: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let source: String
            let steps: [Step]
            let seconds: Double
        }

        @Test(arguments: [
            Limit(
                testDescription: "429 with a delay", source: "binance",
                steps: .respond(429, headers: ["Retry-After: 7"], body: ""), seconds: 7),
            Limit(
                testDescription: "418 with a time on the source's clock", source: "bitstamp",
                steps: .respond(
                    418,
                    headers: ["Date: Mon, 01 Jan 2001 00:00:00 GMT", "Retry-After: Mon, 01 Jan 2001 00:05:00 GMT"],
                    body: ""), seconds: 300),
            Limit(
                testDescription: "429 after an interim response", source: "binance",
                steps: .raw("HTTP/1.1 103 Early Hints\r\nRetry-After: 1800\r\n\r\n") + .respond(429, body: ""),
                seconds: 60),
            Limit(
                testDescription: "a text of Kraken's", source: "kraken",
                steps: .respond(body: #"{"error":["EGeneral:Too many requests"]}"#), seconds: 60),
        ])
        func rateLimit_lastsAsTheResponseSays(_ limit: Limit) throws {
            let box = try Sandbox()
            box.respond(limit.source, with: limit.steps)
            let before = Date()
            try box.run("--primary", limit.source, "--fallback", "coinbase").expect(0, .live("coinbase"))
            let end = try #require(box.rateLimits[limit.source])
            let bounds = (before + limit.seconds - 0.01)...(Date() + limit.seconds)
            #expect(bounds.contains(end))
        }

        @Test func source_whenRateLimited_isSkippedByTheNextRunsInAnyCurrency() throws {
            let box = try Sandbox(binance: "status-429", bitstamp: "status-500")
            try box.run().expect(1, errors: .contains("binance: HTTP 429 (rate limited); "))
            let line = "btcq: no quote: binance: rate limited for another [0-9.]+s; bitstamp: HTTP 500\n"
            for option in ["--currency=USD", "--max-age=1m", "--currency=EUR"] {
                try box.run(option).expect(1, errors: .matches(line))
            }
            #expect(box.askedSources == ["binance", "bitstamp", "bitstamp", "bitstamp", "bitstamp"])
        }

        @Test func headersWithoutEnd_decideNothing() throws {
            let box = try Sandbox()
            box.respond("binance", with: .raw("HTTP/1.1 429 Status\r\nRetry-After: 120\r\n") + [.holdOpen])
            try box.run("-v", "--timeout", "50ms", "-m", "20s").expect(0, errors: .contains("binance: no response in "))
            #expect(box.rateLimits.isEmpty)
        }

        /// The main thread is slow here: the rate limit comes after the quote, before it looks.
        @Test(.needsClang) func rateLimit_whenReportedBeforeTheRaceEnds_isStored() throws {
            let box = try Sandbox(binance: "slow-200")
            try box.preload(CLibrary.slowMainThread)
            box.respond(
                "bitstamp",
                with: .respond(429, headers: ["Retry-After: 600"], body: "").delayed(.milliseconds(400)))
            try box.run("-t", "1ms", "-m", "20s").expect(0, .live("binance"))
            let remaining = try #require(box.rateLimits["bitstamp"]).timeIntervalSinceNow
            #expect(remaining > 590 && box.rateLimits["binance"] == nil)
        }
    }
}
