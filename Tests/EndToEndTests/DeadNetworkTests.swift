import Foundation
import Testing

extension EndToEnd {
    /// A dead network delays runs that may skip the fetch once in ten seconds, not every time.
    @Suite struct DeadNetworkTests {
        private static let atOnce = Duration.milliseconds(200) + Program.allowance
        private static let options = ["-a", "1m", "-m", "400ms"].map { Array($0.utf8) }

        @Test func run_afterAFailedFetch_skipsBothSources() throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            try box.cache(age: 300)
            let first = try box.run(Self.options)
            #expect(first.status == 3 && first.elapsed >= .milliseconds(400), "\(first)")
            for _ in 0..<4 {
                let run = try box.run(Self.options)
                #expect(run.status == 3 && run.text.hasSuffix(" kraken XBTUSD (cached, 5m old)\n"), "\(run)")
                #expect(run.ownTime < Self.atOnce, "\(run)")
                let line =
                    #/btcq: no fresh quote: binance: skipped for another (10|[5-9](\.\d)?)s \(failed just now\); coinbase: skipped for another (10|[5-9](\.\d)?)s \(failed just now\); using the quote cached 5m ago from kraken\n/#
                #expect(try line.wholeMatch(in: run.errors) != nil, "\(run)")
            }
            #expect(box.askedSources == ["binance", "coinbase"])
            for source in ["binance", "coinbase"] {
                let remaining = try #require(box.remaining(source, .failed))
                #expect(remaining > 0 && remaining <= 10, "\(remaining)")
            }
        }

        @Test func run_afterAFailedFetchWithoutACache_hasStatus1AtOnce() throws {
            let box = try Sandbox(binance: "status-500", coinbase: "status-500")
            try box.run(Self.options).expect { $0.status == 1 }
            let run = try box.run(Self.options)
            #expect(run.status == 1 && run.output.isEmpty && run.errors.hasPrefix("btcq: no quote: "), "\(run)")
            #expect(box.askedSources.count == 2)
        }

        @Test func runsWithoutMaxAge_askTheSourcesAndRecordTheFailure() throws {
            let box = try Sandbox(binance: "status-500", coinbase: "status-500")
            for _ in 0..<2 { try box.run().expect { $0.status == 1 } }
            #expect(box.askedSources == ["binance", "coinbase", "binance", "coinbase"])
            try box.run(Self.options).expect { $0.status == 1 }
            #expect(box.askedSources.count == 4)
        }

        @Test func failure_afterTenSeconds_hasNoEffect() throws {
            for (seconds, isAsked) in [(-0.01, true), (11, true), (9, false)] {
                let box = try Sandbox()
                try box.setBackoff("binance", .failed, for: seconds)
                let run = try box.run("-s", "binance", "-a", "1m")
                #expect(run.status == (isAsked ? 0 : 1), "\(seconds): \(run)")
            }
        }

        @Test func failure_isRemovedByAQuote() throws {
            let box = try Sandbox()
            box.respondAll(.respond(500, body: ""))
            try box.run()
            #expect(box.backoff.count == 2)
            box.respondAll()
            try box.run().expect { $0.status == 0 }
            #expect(box.backoff["binance"] == nil)
        }

        @Test func failure_ofAnotherSource_hasNoEffect() throws {
            let box = try Sandbox()
            box.set("kraken", "silent")
            try box.run("-s", "kraken", "-a", "1m", "-m", "500ms").expect { $0.status == 1 }
            #expect(box.remaining("kraken", .failed) != nil)
            try box.run(Self.options).expect { $0.text.hasSuffix(" binance BTCUSDT\n") }
            // One of two that failed: both are asked.
            let both = try box.run("--primary", "kraken", "--fallback", "bitstamp", "-a", "1m", "-t", "300ms")
            #expect(both.text.hasSuffix(" bitstamp BTC/USD\n"), "\(both)")
            #expect(box.askedSources.prefix(2) == ["kraken", "binance"])
            #expect(Set(box.askedSources.dropFirst(2)) == ["kraken", "bitstamp"])
        }

        @Test func run_afterABlockAndATimeout_skipsBothSources() throws {
            let box = try Sandbox(binance: "status-451", coinbase: "silent")
            let first = try box.run(Self.options)
            #expect(first.status == 1 && box.remaining("binance", .blocked) != nil, "\(first)")
            #expect(box.remaining("binance", .failed) != nil && box.remaining("coinbase", .failed) != nil)
            let second = try box.run(Self.options)
            #expect(second.status == 1 && second.ownTime < Self.atOnce, "\(second)")
            #expect(box.askedSources == ["binance", "coinbase"])
            // The block lasts longer, and runs that may not skip the fetch ask.
            box.set("coinbase", "ok")
            try box.run().expect { $0.text.hasSuffix(" coinbase BTC-USD\n") }
            #expect(box.askedSources == ["binance", "coinbase", "coinbase"])
        }

        @Test func run_afterARateLimitAndATimeout_skipsBothSources() throws {
            let box = try Sandbox(binance: "status-429", coinbase: "silent")
            try box.run(Self.options).expect { $0.status == 1 }
            let second = try box.run(Self.options)
            #expect(second.status == 1 && second.ownTime < Self.atOnce, "\(second)")
            #expect(second.errors.contains("(rate limited); coinbase: skipped for another"), "\(second)")
            #expect(box.askedSources == ["binance", "coinbase"])
        }
    }
}
