import Foundation
import Testing

extension EndToEnd {
    /// A source that does not answer people here (451) is asked second for an hour.
    @Suite struct RefusedTests {
        @Test func refusedPrimary_isAskedOnceInFiveRunsAndVerboseSaysSo() throws {
            let box = try Sandbox(binance: "status-451")
            for round in 0..<5 {
                let run = try box.run("-v")
                #expect(run.status == 0 && run.text.hasSuffix(" coinbase\n"), "\(run)")
                let words = #/btcq: binance: asked second for another (1h|59m) \(refused us\)\n(.|\n)*/#
                #expect(try (words.wholeMatch(in: run.errors) != nil) == (round > 0), "\(run)")
            }
            #expect(box.askedSources == ["binance"] + Array(repeating: "coinbase", count: 5))
            let remaining = try #require(box.remaining("binance", "refused"))
            #expect((3590...3600).contains(remaining), "\(remaining)")
            try box.run().expect { $0.errors.isEmpty }
        }

        @Test func refusedPrimary_isStillAskedWhereTheOtherOneFails() throws {
            let box = try Sandbox(binance: "ok", coinbase: "status-500")
            try box.remember("binance", "refused", for: 1800)
            try box.run().expect { $0.text.hasSuffix(" binance\n") }
            #expect(box.askedSources == ["coinbase", "binance"])
            // It answers people here again.
            #expect(box.memory.isEmpty)
            try box.run().expect { $0.text.hasSuffix(" binance\n") }
        }

        @Test func refusedFallback_staysTheFallback() throws {
            let box = try Sandbox()
            try box.remember("coinbase", "refused", for: 1800)
            let run = try box.run("-v")
            #expect(run.text.hasSuffix(" binance\n") && !run.errors.contains("asked second"), "\(run)")
            #expect(box.askedSources == ["binance"])
        }

        @Test func bothRefused_areAskedInTheOrderTheUserWants() throws {
            let box = try Sandbox(binance: "status-451", coinbase: "status-451")
            for _ in 0..<2 { try box.run().expect { $0.status == 1 } }
            #expect(box.askedSources == ["binance", "coinbase", "binance", "coinbase"])
        }

        @Test func onlySource_isAskedAsEver() throws {
            let box = try Sandbox()
            try box.remember("binance", "refused", for: 1800)
            try box.run("-s", "binance").expect { $0.text.hasSuffix(" binance\n") }
        }

        @Test(arguments: [-1.0, 3700])
        func refusalThatPassedOrIsTooFarAhead_isVoid(_ seconds: Double) throws {
            let box = try Sandbox()
            try box.remember("binance", "refused", for: seconds)
            try box.run().expect { $0.text.hasSuffix(" binance\n") }
        }
    }
}
