import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// A failed fetch applies to runs that would fail as well, and to no others.
    @Suite struct SharedBackoffTests {
        @Test(.enabled(if: Sandbox.seesProcesses, "no /proc to see refreshes"))
        func barWithLessTime_keepsNoPromptFromRefreshing() throws {
            let box = try Sandbox(binance: "slow-1200", coinbase: "slow-1200")
            defer { box.endRefreshes() }
            let bar = { try box.run("-a", "1m", "-m", "900ms", "-n") }
            try bar().expect { $0.status == 1 }
            // With no more time it would fail again.
            try bar().expect { $0.status == 1 && $0.errors.contains("binance: skipped for another ") }
            let prompt = try box.run("-b")
            #expect(prompt.errors.hasSuffix("; one is being fetched\n"), "\(prompt)")
            try bar().expect { $0.status == 1 }
            try box.waitForRefreshes()
            try bar().expect { $0.status == 0 && $0.text == "68901.23\n" }
        }

        @Test func failure_thatAllowedMoreTime_isKept() throws {
            let box = try Sandbox(binance: "status-500")
            for (time, allowed) in [("2s", 2000), ("500ms", 2000), ("3s", 3000)] as [(String, Int64)] {
                try box.run("-s", "binance", "-m", time).expect { $0.status == 1 }
                #expect(box.backoffEntries.map(\.allowed) == [allowed], "\(box.backoffEntries)")
            }
            try box.run("-s", "binance", "-a", "1m", "-m", "3s").expect { $0.errors.contains("(failed just now)") }
            try box.run("-s", "binance", "-a", "1m", "-m", "3001ms").expect { $0.errors.contains("HTTP 500") }
        }

        @Test func failure_inOneCurrency_delaysNoOther() throws {
            let box = try Sandbox()
            box.setAll("euros")
            box.exchange.on("euros") { request in
                request.target.contains("EUR")
                    ? .respond(400, body: "") : StubExchange.response(to: request, price: "68901.23")
            }
            for _ in 0..<2 { try box.run("-a", "1m", "--currency=EUR").expect { $0.status == 1 } }
            let run = try box.run("-a", "1m")
            #expect(run.status == 0 && run.errors.isEmpty && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
            #expect(box.asked == ["binance EUR", "coinbase EUR", "binance USD"])
        }

        @Test func rateLimit_ofAMirror_doesNotApplyToTheExchange() throws {
            let box = try Sandbox()
            box.set("kraken", "status-429")
            for _ in 0..<2 { try box.run("-s", "kraken").expect { $0.status == 1 } }
            box.set("kraken", "ok")
            try box.run("-s", "kraken").expect { $0.status == 0 }
            box.set("kraken", "status-429")
            try box.run("-s", "kraken").expect { $0.errors.contains("kraken: skipped for another ") }
            #expect(box.exchange.requests.map(\.route) == ["status-429", "ok"])
        }

        /// Otherwise it would apply again when its time comes.
        @Test(
            .enabled(if: PreloadedLibrary.isAvailable, PreloadedLibrary.comment),
            .disabled(if: Program.isSanitized, "a sanitizer must be the first library"))
        func entry_thatBeginsInTheFuture_isRemovedByTheNextFetch() throws {
            let box = try Sandbox()
            try PreloadedLibrary.use(PreloadedLibrary.clock, in: box)
            box.respondAll(.respond(429, headers: ["Retry-After: 3600"], body: ""))
            box.environment["CLOCK_OFFSET"] = "7200"
            try box.run("-s", "binance").expect { $0.errors.contains("HTTP 429") }
            try box.run("-s", "binance").expect { $0.errors.contains("(rate limited)") }
            box.environment["CLOCK_OFFSET"] = nil
            box.respondAll()
            try box.run("-s", "kraken").expect { $0.status == 0 }
            box.environment["CLOCK_OFFSET"] = "7205"
            try box.run("-s", "binance").expect { $0.status == 0 }
        }

        /// The main thread is slow here: the rate limit comes after the quote, before it looks.
        @Test(
            .enabled(if: PreloadedLibrary.isAvailable, PreloadedLibrary.comment),
            .disabled(if: Program.isSanitized, "a sanitizer must be the first library"))
        func rateLimit_thatIsReportedBeforeTheRaceEnds_isStored() throws {
            let box = try Sandbox(binance: "slow-500")
            try PreloadedLibrary.use(PreloadedLibrary.slowMainThread, in: box)
            box.environment["BTCQ_COINBASE_URL"] = box.exchange.on(
                "late", .respond(429, headers: ["Retry-After: 600"], body: "").delayed(.milliseconds(500)))
            let run = try box.run("-t", "1ms")
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
            let remaining = try #require(box.remaining("coinbase", .rateLimited))
            #expect(remaining > 590)
            #expect(box.backoff["binance"] == nil)
        }

        @Test func rateLimit_thatCannotBeStored_isAWarning() throws {
            let box = try Sandbox(binance: "status-429")
            try box.makeCacheDirectory()
            try FileManager.default.createDirectory(
                atPath: "\(box.backoffFile)/inside", withIntermediateDirectories: true)
            let run = try box.run()
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            #expect(run.errors == "btcq: cannot store a rate limit: \(box.backoffFile): Is a directory\n", "\(run)")
            try box.run("-q").expect { $0.errors.isEmpty }
        }
    }
}
