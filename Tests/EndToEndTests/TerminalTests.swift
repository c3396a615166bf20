import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Nothing that a server, a file or the environment contains acts on the terminal.
    @Suite struct TerminalTests {
        private static let escape = "\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}2J"

        @Test(arguments: responses.indices)
        func hostileResponse_neverReachesTheTerminalUnescaped(_ index: Int) throws {
            let box = try Sandbox()
            let url = box.exchange.on("hostile", Self.responses[index])
            box.environment["BTCQ_BINANCE_URL"] = url
            box.environment["BTCQ_COINBASE_URL"] = url
            try expectNothingHostile(try box.run("-v"))
        }

        @Test func hostileCache_neverReachesTheTerminalUnescaped() throws {
            let box = try Sandbox()
            for escape in [#"\u001b[31m"#, "\u{1b}[31m", #"\u009b2J"#] {
                try box.cache(price: "60000", source: "kra\(escape)ken")
                try expectNothingHostile(try box.run("-ov"))
                try box.cache(price: "6\(escape)", source: "kraken")
                try expectNothingHostile(try box.run("-ov"))
            }
        }

        @Test func hostileArgumentsAndEnvironment_areEscaped() throws {
            let box = try Sandbox()
            for arguments in [
                ["--\(Self.escape)"], ["-\(Self.escape)"], [Self.escape], ["-t", Self.escape],
                ["--template", "{\(Self.escape)}"],
            ] {
                let run = try box.run(arguments.map { Array($0.utf8) })
                #expect(run.status == 2 && run.errors.contains("\\u{1b}"), "\(run)")
                try expectNothingHostile(run)
            }
            box.environment["BTCQ_BINANCE_URL"] = "http://\(Self.escape)"
            try expectNothingHostile(try box.run())
        }

        /// A debug build loads the runtime as a library, which may read its variables first.
        @Test(.enabled(if: Program.isRelease, "needs a release binary"))
        func variablesOfTheSwiftRuntime_haveNoEffect() throws {
            let box = try Sandbox()
            box.environment["SWIFT_DEBUG_HELP"] = "1"
            try box.run().expect { $0.status == 0 && $0.errors.isEmpty }
        }

        private static let responses: [[Step]] = [
            .respond(body: escape), .respond(500, body: escape),
            .respond(429, headers: ["Retry-After: \(escape)"], body: ""),
            .raw("HTTP/1.1 500 \(escape)\r\n\r\n"), .raw("HTTP/1.1 200 OK\r\nX-\(escape): \(escape)\r\n\r\n\(escape)"),
            .raw("\(escape)\r\n\r\n"), .respond(body: #"{"symbol":"\#(escape)","price":"1"}"#),
            .respond(body: #"{"symbol":"BTCUSDT","price":"\u001b[31m1"}"#),
            .respond(302, headers: ["Location: \(escape)"], body: ""),
            .respond(headers: ["Set-Cookie: \(escape)", "Content-Encoding: \(escape)"], body: "x"),
        ]

        private func expectNothingHostile(
            _ run: Sandbox.Outcome, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let scalars = (run.text + run.errors).unicodeScalars
            let isClean = scalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
            #expect(isClean, "\(run)", sourceLocation: sourceLocation)
            #expect(run.status != nil, "\(run)", sourceLocation: sourceLocation)
        }
    }
}
