import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Nothing that a server, a file or the environment contains acts on the terminal.
    @Suite struct TerminalTests {
        private static let escape = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J"

        private static let responses: [String: [Step]] = [
            "body": .respond(body: escape), "body of an error": .respond(500, body: escape),
            "delay": .respond(429, headers: ["Retry-After: \(escape)"], body: ""),
            "error in its words": .respond(body: #"{"msg":"\u001b[31m","reason":"\u001b[31m"}"#),
            "header": .raw("HTTP/1.1 200 OK\r\nX-\(escape): \(escape)\r\n\r\n\(escape)"),
            "pair": .respond(body: #"{"symbol":"\#(escape)","lastPrice":"1"}"#),
            "price": .respond(body: #"{"symbol":"BTCUSDT","lastPrice":"\u001b[31m1"}"#),
            "encoding": .respond(headers: ["Set-Cookie: \(escape)", "Content-Encoding: \(escape)"], body: "x"),
        ]

        @Test(arguments: responses.keys.sorted())
        func response_neverReachesTheTerminalUnescaped(_ part: String) throws {
            let box = try Sandbox()
            box.respond("binance", "bitstamp", with: try #require(Self.responses[part]))
            try expectNoControlCharacters(box.run("-v"))
        }

        @Test func cache_neverReachesTheTerminalUnescaped() throws {
            let box = try Sandbox()
            for escape in [#"\u001b[31m"#, "\u{1b}[31m", #"\u009b2J"#] {
                for (price, source) in [("60000", "kra\(escape)ken"), ("6\(escape)", "kraken")] {
                    try box.cache(price: price, source: source)
                    try expectNoControlCharacters(box.run("-ov"))
                }
            }
        }

        @Test(arguments: [
            ["--\(escape)"], ["-\(escape)"], [escape], ["-t", escape], ["--template", "{\(escape)}"],
        ])
        func arguments_areEscaped(_ arguments: [String]) throws {
            let run = try Sandbox().run(arguments).expect(2, errors: .contains("\\u{1b}"))
            expectNoControlCharacters(run)
        }

        @Test func pathOfTheCache_isEscaped() throws {
            let box = try Sandbox()
            box.rawEnvironment["HOME"] = Array("/dev/null/".utf8) + [0xE9] + Array(Self.escape.utf8)
            let run = try box.run().expect(0, errors: .contains("/dev/null/\u{FFFD}\\u{1b}]0;owned\\u{7}"))
            expectNoControlCharacters(run)
        }

        private func expectNoControlCharacters(_ run: RunResult, sourceLocation: SourceLocation = #_sourceLocation) {
            let scalars = (run.text + run.errors).unicodeScalars
            let isClean = scalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
            #expect(isClean && run.status != nil, "\(run)", sourceLocation: sourceLocation)
        }
    }
}
