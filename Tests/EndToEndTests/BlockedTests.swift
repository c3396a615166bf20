import Foundation
import Testing

extension EndToEnd {
    /// A source that is blocked in this country (451) is asked second for an hour.
    @Suite struct BlockedTests {
        @Test func run_whenPrimaryIsBlocked_asksItSecondForAnHour() throws {
            let box = try Sandbox(binance: "status-451")
            for _ in 0..<5 {
                let run = try box.run()
                #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n") && run.errors.isEmpty, "\(run)")
            }
            #expect(box.askedSources == ["binance"] + Array(repeating: "coinbase", count: 5))
            let remaining = try #require(box.remaining("binance", .blocked))
            #expect((3590...3600).contains(remaining), "\(remaining)")
        }

        @Test(arguments: [
            ([], "HTTP 451 (blocked in this country; try --source kraken)"),
            (["--source=kraken"], "HTTP 451 (blocked in this country; try --source binance)"),
            (["--currency=CAD"], "HTTP 451"),
        ])
        func block_isReportedWithAnotherSourceOfTheCurrencyIfThereIsOne(_ options: [String], _ message: String) throws {
            let box = try Sandbox()
            box.setAll("status-451")
            let run = try box.run(options.map { Array($0.utf8) })
            let names = box.askedSources
            let line = "btcq: no quote: " + names.map { "\($0): \(message)" }.joined(separator: "; ")
            #expect(run.status == 1 && run.errors == "\(line)\n", "\(run)")
        }

        @Test func blockedPrimary_whenFallbackFails_isAsked() throws {
            let box = try Sandbox(binance: "ok", coinbase: "status-500")
            try box.setBackoff("binance", .blocked, for: 1800)
            try box.run().expect { $0.text.hasSuffix(" binance BTCUSDT\n") }
            #expect(box.askedSources == ["coinbase", "binance"])
            // It is not blocked any more.
            #expect(box.backoff.isEmpty)
            try box.run().expect { $0.text.hasSuffix(" binance BTCUSDT\n") }
        }

        @Test func fallback_whenBlocked_staysTheFallback() throws {
            let box = try Sandbox()
            try box.setBackoff("coinbase", .blocked, for: 1800)
            try box.run().expect { $0.text.hasSuffix(" binance BTCUSDT\n") }
            #expect(box.askedSources == ["binance"])
        }

        @Test func sources_whenBothAreBlocked_areAskedInTheUsersOrder() throws {
            let box = try Sandbox(binance: "status-451", coinbase: "status-451")
            for _ in 0..<2 { try box.run().expect { $0.status == 1 } }
            #expect(box.askedSources == ["binance", "coinbase", "binance", "coinbase"])
        }

        @Test func source_whenBlockedAndAlone_isAsked() throws {
            let box = try Sandbox()
            try box.setBackoff("binance", .blocked, for: 1800)
            try box.run("-s", "binance").expect { $0.text.hasSuffix(" binance BTCUSDT\n") }
        }

        @Test(arguments: [-1.0, 3700])
        func block_whenItHasEndedOrEndsTooLate_isIgnored(_ seconds: Double) throws {
            let box = try Sandbox()
            try box.setBackoff("binance", .blocked, for: seconds)
            try box.run().expect { $0.text.hasSuffix(" binance BTCUSDT\n") }
        }
    }
}
