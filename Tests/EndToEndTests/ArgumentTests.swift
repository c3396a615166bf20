import Foundation
import StubExchange
import TestSupport
import Testing

import struct TestSupport.SeededGenerator

extension EndToEnd {
    @Suite struct ArgumentTests {
        @Test func help_isOnStdoutWithStatus0() throws {
            let run = try Sandbox().run("--help")
            #expect(run.status == 0 && run.errors.isEmpty && run.text.hasPrefix("Usage: btcq [options]\n"), "\(run)")
            try Sandbox().run("-h").expect { $0.text == run.text }
        }

        @Test func version_isOneLine() throws {
            try Sandbox().run("-V").expect { $0.text == "btcq \(Program.version)\n" }
        }

        @Test(arguments: [
            (["--nope", "--help"], true), (["eur", "-h", "--nope"], true), (["-t", "soon", "-jh"], true),
            (["-t", "--help"], false), (["-jxh"], false), (["--", "--help"], false), (["--help=1"], false),
        ])
        func help_afterAMistake_takesPrecedence(_ arguments: [String], _ isHelp: Bool) throws {
            let run = try Sandbox().run(arguments.map { Array($0.utf8) })
            #expect(run.status == (isHelp ? 0 : 2) && run.text.hasPrefix("Usage: ") == isHelp, "\(run)")
        }

        @Test func usageError_isOneLineAndAHintAndNothingIsFetchedOrWritten() throws {
            let box = try Sandbox()
            let run = try box.run("--fromat", "json")
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            #expect(run.errors == "btcq: unknown option --fromat (did you mean --format?)\nTry 'btcq --help'.\n")
            #expect(box.exchange.connections == 0 && !FileManager.default.fileExists(atPath: box.cacheDirectory))
        }

        private static let notAURL = "not a URL such as https://host/path"
        private static let httpToRemoteHost = "http is allowed for loopback hosts only; use https"

        @Test(arguments: [
            ("nonsense", notAURL), ("ftp://127.0.0.1", notAURL), ("https:/127.0.0.1", notAURL), ("https://", notAURL),
            ("https:///", notAURL), ("https://h/a b", notAURL), ("https://\u{e9}.example", notAURL),
            (String(repeating: "x", count: 100_000), notAURL),
            ("https://user:secret@example.com", "user information is not allowed"),
            ("http://127.0.0.1\\@secret.example", "user information is not allowed"),
            ("https://h?x", "a query or a fragment is not allowed"),
            ("https://h#x", "a query or a fragment is not allowed"),
            ("http://example.com", httpToRemoteHost), ("http://127.0.0.1.example.com", httpToRemoteHost),
            ("http://127.0.0.1%00.evil:9", httpToRemoteHost), ("http://localhost.", httpToRemoteHost),
            ("http://0x7f000001", httpToRemoteHost), ("http://2130706433", httpToRemoteHost),
            ("http://[::1]x", httpToRemoteHost),
            ("http://127.0.0.1:9x", httpToRemoteHost),
        ])
        func baseURL_whenNotAllowed_isAUsageErrorThatNamesTheVariable(_ url: String, _ reason: String) throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = url
            let run = try box.run()
            #expect(run.status == 2 && run.output.isEmpty, "\(run)")
            #expect(run.errors == "btcq: BTCQ_BINANCE_URL: \(reason)\nTry 'man btcq'.\n", "\(run)")
            #expect(box.exchange.connections == 0)
            try box.run("-s", "coinbase").expect { $0.status == 0 }
        }

        /// libcurl finds these errors before it connects or looks up a name.
        @Test(arguments: [
            "https://[]:9", "https://:9", "https://h:65536", "https://h:9x", "https://[::1",
            "https://[::1]x",
            "http://127.0.0.1:99999999999999999999", "https://h\\.evil",
        ])
        func baseURL_whenMalformed_failsWithoutARequest(_ url: String) throws {
            let box = try Sandbox(coinbase: "status-500")
            box.environment["BTCQ_BINANCE_URL"] = url
            let run = try box.run()
            #expect(run.status == 1 && run.output.isEmpty, "\(run)")
            #expect(run.errors.hasPrefix("btcq: no quote: binance: URL using bad/illegal format"), "\(run)")
            #expect(box.asked == ["coinbase USD"])
        }

        /// C0, DEL and C1, and bytes that are not UTF-8.
        @Test(arguments: [
            "s3cret\r\nX-Evil: 1", "s3cret\t", "\u{1}s3cret", "s3cret\u{7F}", "s3cret\u{85}", "\u{9B}s3cret", nil,
        ])
        func keyWithAControlCharacter_isAUsageErrorThatDoesNotRepeatIt(_ key: String?) throws {
            let box = try Sandbox()
            box.rawEnvironment["CRYPTOCOMPARE_API_KEY"] = key.map { Array($0.utf8) } ?? Array("s3cret".utf8) + [0x85]
            let run = try box.run("-s", "cryptocompare")
            #expect(run.status == 2 && run.errors.hasPrefix("btcq: CRYPTOCOMPARE_API_KEY "), "\(run)")
            #expect(!run.errors.contains("s3cret") && run.errors.hasSuffix("\nTry 'man btcq'.\n"), "\(run)")
            #expect(box.exchange.connections == 0)
            try box.run("-s", "coinbase").expect { $0.status == 0 }
        }

        @Test(arguments: ["--timeout", "--primary", "--template", "--format", "--", "-x", "--x", ""])
        func hugeValues_neverCrash(_ option: String) throws {
            let box = try Sandbox()
            let huge = Array(repeating: UInt8(ascii: "9"), count: 100_000)
            let run = try box.run([Array(option.utf8), huge])
            #expect(run.status == (option == "--template" ? 0 : 2), "\(run.status as Any) \(run.errors.prefix(200))")
            #expect(run.errors.utf8.count < 500)
        }

        /// Valid and invalid arguments in any order: a complete run or status 2.
        @Test func randomLines_areARunOrAUsageError() throws {
            let box = try Sandbox()
            let candidates: [[UInt8]] =
                [
                    "-j", "-c", "-n", "-q", "-v", "-o", "-jq", "-jx", "-t", "-t1", "1s", "0", "-1", "--", "-", "--json",
                    "--json=1", "--timeout", "--timeout=500ms", "--max-time", "1", "--max-age=1h", "--max-stale=0",
                    "-skraken",
                    "-s", "binance", "coinbase", "--primary", "--fallback=none", "--template", "{price}", "{nope}",
                    "{{", "}",
                    "--decimals=8", "--decimals", "9", "--header", "always", "-V", "-h", "--hel", "\u{1F600}",
                    "-\u{e9}", "",
                    "99999999999999999999d", "0.0000000000000000001", "--max-age=99999999999999999999",
                ].map { Array($0.utf8) } + [[0xFF], [0x2D, 0xFF], [0x2D, 0x2D, 0xC3, 0x28], [0x80, 0x80]]
            box.set("KRAKEN", "ok")
            var random = SeededGenerator()
            for _ in 0..<150 {
                let count = Int.random(in: 1...5, using: &random)
                let line = (0..<count).map { _ in candidates.randomElement(using: &random) ?? [] }
                let run = try box.run(line, limit: .seconds(10))
                #expect([0, 1, 2, 3].contains(run.status), "\(random): \(run)")
                let isHinted =
                    run.errors.hasSuffix("\nTry 'btcq --help'.\n") || run.errors.hasSuffix("\nTry 'man btcq'.\n")
                #expect((run.status == 2) == isHinted, "\(random): \(run)")
                #expect([0, 3].contains(run.status) != run.output.isEmpty, "\(random): \(run)")
            }
        }
    }
}
