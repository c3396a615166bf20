import StubExchange
import Testing

extension EndToEnd {
    /// Header and trailer lines that look like a status line, which libcurl accepts as ordinary ones.
    @Suite struct SpecialResponseTests {
        private static let body = #"{"symbol":"BTCUSDT","price":"68901.23"}"#

        /// All are read as headers: each has a colon.
        private static let lines = [
            "HTTP/1.1 200 OK: y", "HTTP/1.1 429 x: y", "HTTP/1.1 451 x: y", "HTTP/1.1 500 x: y",
            "HTTP/1.1 100 Continue: y", "HTTP/1.1 302 Found: y", "HTTP/2 200: y", "HTTP/1.1 200:",
        ]

        @Test(arguments: [(500, "HTTP 500"), (404, "HTTP 404"), (302, "HTTP 302 (captive portal?)")], lines)
        func header_whenItLooksLikeAStatusLine_doesNotTurnAnErrorIntoAnother(
            _ response: (status: Int, reason: String), _ line: String
        ) throws {
            for headers in [[line], [line, "X: y"], ["X: y", line, line]] {
                try expectError(
                    .respond(response.status, headers: headers, body: Self.body), response.reason, isRateLimit: false)
            }
        }

        @Test(arguments: [(429, "HTTP 429 (rate limited)"), (418, "HTTP 418 (rate limited)")], lines)
        func header_whenItLooksLikeAStatusLine_doesNotHideARateLimit(
            _ response: (status: Int, reason: String), _ line: String
        ) throws {
            for headers in [[line, "Retry-After: 7"], ["Retry-After: 7", line]] {
                try expectError(
                    .respond(response.status, headers: headers, body: Self.body), response.reason, isRateLimit: true)
            }
        }

        @Test(arguments: lines)
        func header_whenItLooksLikeAStatusLine_doesNotTurnAQuoteIntoAnError(_ line: String) throws {
            for headers in [[line], [line, "Retry-After: 600"], ["Retry-After: 600", line]] {
                try expectQuote(.respond(headers: headers, body: Self.body))
            }
        }

        @Test(arguments: lines)
        func trailer_whenItLooksLikeAStatusLine_doesNotChangeTheStatus(_ line: String) throws {
            for trailers in [[line], [line, "Retry-After: 600"], ["X: y", line]] {
                try expectQuote(Self.chunked("200 OK", trailers: trailers))
                try expectError(Self.chunked("500 No", trailers: trailers), "HTTP 500", isRateLimit: false)
                try expectError(
                    Self.chunked("429 No", trailers: trailers), "HTTP 429 (rate limited)", isRateLimit: true)
            }
        }

        /// Without a colon, some versions of libcurl accept it and others do not.
        @Test(arguments: ["HTTP/1.1 200 OK", "HTTP/1.1 429 Too Many Requests"])
        func line_whenItIsAStatusLineAmongTheHeaders_isNotTheStatus(_ line: String) throws {
            let box = try Sandbox()
            let steps = [Step].respond(500, headers: ["X: y", line], body: Self.body)
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("special", steps)
            for count in 1...2 {
                let run = try box.run("-s", "binance")
                let reasons = ["HTTP 500", "invalid data (not HTTP)"].map { "btcq: no quote: binance: \($0)\n" }
                #expect(run.status == 1 && reasons.contains(run.errors), "\(run)")
                #expect(box.exchange.requests.count == count)
            }
        }

        /// At least a second.
        @Test(arguments: ["0", "00", "Mon, 27 Oct 2025 19:56:39 GMT"])
        func retryAfter_whenItIsZeroOrPast_meansOneSecond(_ value: String) throws {
            let clock = ContinuousClock()
            let (box, route) = (try Sandbox(), "status-500")
            box.set("coinbase", route)
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "limit", .respond(429, headers: ["Retry-After: \(value)"], body: ""))
            var skipped = 0
            // A run that is late by more than a second asks again, and is limited again.
            for _ in 0..<20 where skipped == 0 {
                let count = box.askedSources.filter { $0 == "binance" }.count
                let start = clock.now
                try box.run().expect { $0.status == 1 }
                let run = try box.run()
                let hasAsked = box.askedSources.filter { $0 == "binance" }.count > count + 1
                #expect(!hasAsked || clock.now - start > .seconds(1), "\(run)")
                if !hasAsked {
                    skipped += 1
                    #expect(run.errors.contains(#/binance: skipped for another (1s|\d+ms) \(rate limited\)/#), "\(run)")
                }
                try waitUntil("a second has passed") { clock.now - start > .milliseconds(2100) }
            }
            #expect(skipped == 1)
            let count = box.askedSources.filter { $0 == "binance" }.count
            try box.run().expect { $0.errors.contains("binance: HTTP 429") }
            #expect(box.askedSources.filter { $0 == "binance" }.count == count + 1)
        }

        private static func chunked(_ status: String, trailers: [String]) -> [Step] {
            let chunks = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n"
            let head = "HTTP/1.1 \(status)\r\nTransfer-Encoding: chunked\r\n\r\n"
            return .raw(head + chunks + trailers.map { "\($0)\r\n" }.joined() + "\r\n")
        }

        /// The next run asks the source again: it is not limited.
        private func expectQuote(_ steps: [Step], sourceLocation: SourceLocation = #_sourceLocation) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("special", steps)
            for count in 1...2 {
                let run = try box.run("-n", "-s", "binance")
                let isQuote = run.status == 0 && run.text == "68901.23\n" && run.errors.isEmpty
                #expect(isQuote, "\(run)", sourceLocation: sourceLocation)
                #expect(box.exchange.requests.count == count, sourceLocation: sourceLocation)
            }
        }

        /// The next run asks the source again unless it is limited.
        private func expectError(
            _ steps: [Step], _ reason: String, isRateLimit: Bool, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("special", steps)
            let run = try box.run("-s", "binance")
            let isError = run.status == 1 && run.errors == "btcq: no quote: binance: \(reason)\n"
            #expect(isError, "\(run)", sourceLocation: sourceLocation)
            try box.run("-s", "binance")
            #expect(box.exchange.requests.count == (isRateLimit ? 1 : 2), sourceLocation: sourceLocation)
        }
    }
}
