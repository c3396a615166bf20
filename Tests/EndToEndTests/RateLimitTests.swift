import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// A rate-limited source is skipped until its rate limit ends, from run to run.
    @Suite struct RateLimitTests {
        @Test func rateLimit_lastsAsTheResponseSays() throws {
            let box = try Sandbox()
            box.respond("binance", with: .respond(429, headers: ["Retry-After: 7"], body: ""))
            let before = Date()
            try box.run().expect(0, .live("bitstamp"))
            let end = try #require(box.rateLimits["binance"])
            #expect((before + 6.99...Date() + 7).contains(end))
        }

        @Test func source_whenRateLimited_isSkippedByTheNextRunsInAnyCurrency() throws {
            let box = try Sandbox(bitstamp: "status-429")
            box.set("coinbase", "status-500")
            let sources = ["--primary=bitstamp", "--fallback=coinbase"]
            try box.run(sources).expect(1, errors: .contains("bitstamp: HTTP 429"))
            for option in ["--currency=USD", "--max-age=1m", "--currency=EUR"] {
                let errors = ExpectedText.matches("btcq: .*: bitstamp: .* [0-9.]+s; coinbase: HTTP 500\n")
                try box.run(sources + [option]).expect(1, errors: errors)
            }
            #expect(box.askedSources == ["bitstamp", "coinbase", "coinbase", "coinbase", "coinbase"])
        }

        @Test func rateLimitInTheBody_ofAnyStatus_isStored() throws {
            for status in [400, 403] {
                let box = try Sandbox()
                box.respond("bitstamp", with: .respond(status, body: #"{"response_code":"400.002"}"#))
                try box.run("-s", "bitstamp").expect(1, errors: .contains("HTTP \(status) (rate limited)"))
                #expect(box.rateLimits["bitstamp"] != nil)
            }
        }

        /// Kraken's own time comes before `Retry-After`, and the status is enough if the body never comes.
        @Test(arguments: [true, false]) func rateLimit_withATimeInItsText_lastsUntilThen(_ hasBody: Bool) throws {
            let box = try Sandbox()
            let end = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 + 1800).rounded())
            let body = #"{"error":["EService:Throttled: \#(Int(end.timeIntervalSince1970))"]}"#
            let head = "HTTP/1.1 429 No\r\nRetry-After: 5\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
            box.respond("kraken", with: .raw(hasBody ? head + body : head) + [.holdOpen])
            try box.run("-s", "kraken", "-m", "500ms").expect(1, errors: .contains("HTTP 429 (rate limited)"))
            let limit = try #require(box.rateLimits["kraken"])
            #expect(abs(limit.timeIntervalSince(hasBody ? end : Date() + 5)) < 2)
        }

        @Test func headersWithoutEnd_decideNothing() throws {
            let box = try Sandbox()
            box.respond("binance", with: .raw("HTTP/1.1 429 Status\r\nRetry-After: 120\r\n") + [.holdOpen])
            try box.run("--timeout", "50ms", "-m", "20s").expect(0, .live("bitstamp"))
            #expect(box.rateLimits.isEmpty)
        }
    }
}
