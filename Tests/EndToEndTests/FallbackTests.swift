import Foundation
import StubExchange
import Testing

extension EndToEnd {
    @Suite struct FallbackTests {
        @Test(arguments: [
            "status-500", "status-503", "status-451", "status-403", "status-404", "status-429", "status-418", "garbage",
            "html", "empty", "reset", "status-204", "status-301",
        ])
        func fallback_whenPrimaryFails_isAskedAtOnce(_ route: String) throws {
            let box = try Sandbox(binance: route)
            let run = try box.run("--timeout", "5s", "--max-time", "10s")
            #expect(run.status == 0 && run.errors.isEmpty && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            #expect(run.ownTime < .seconds(2) + Program.allowance, "\(run)")
        }

        @Test func fallback_whenPrimaryRefusesTheConnection_isAsked() throws {
            let box = try Sandbox()
            box.environment["BTCQ_BINANCE_URL"] = "http://127.0.0.1:\(try refusingPort())"
            let run = try box.run()
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
        }

        @Test func fallback_whenPrimaryIsSilent_isAskedWithin50msOfTheTimeout() throws {
            let box = try Sandbox(binance: "silent")
            let start = ContinuousClock.now
            let run = try box.run("--timeout", "200ms", "--max-time", "5s")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            let requests = box.exchange.requests
            try #require(requests.count == 2)
            let gap = requests[1].time - requests[0].time
            let delay = run.elapsed - run.ownTime
            // The timeout counts from the beginning of the run; a busy machine may note the first request late.
            #expect(requests[1].time - start >= .milliseconds(200), "\(run)")
            #expect(gap < .milliseconds(250) + delay + Program.allowance, "\(gap) \(run)")
        }

        @Test func latePrimary_stillWinsWhenTheFallbackFails() throws {
            let box = try Sandbox(binance: "slow-500", coinbase: "status-500")
            let run = try box.run("--timeout", "100ms")
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
        }

        @Test func bothSlow_theFasterOneWins() throws {
            let box = try Sandbox(binance: "slow-900", coinbase: "slow-200")
            let run = try box.run("--timeout", "100ms")
            #expect(run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            #expect(run.ownTime < .milliseconds(600) + Program.allowance, "\(run)")
        }

        @Test func timeout_whenNotLessThanMaxTime_meansFallbackOnFailureOnly() throws {
            let box = try Sandbox(binance: "silent")
            let noted = try box.run("--timeout", "1s", "--max-time", "300ms", notingRequest: 1)
            let run = noted.run
            let line = #/btcq: no quote: binance: no response in [\d.]+m?s\n/#
            #expect(try run.status == 1 && line.wholeMatch(in: run.errors) != nil, "\(run)")
            #expect(try noted.reports("binance", noResponseUntil: .milliseconds(300)), "\(noted)")
            #expect(run.ownTime < .milliseconds(350) + Program.allowance, "\(run)")
        }

        @Test func run_whenBothSourcesFail_printsTheCachedQuoteAndOneLineWithTheReasons() throws {
            let box = try Sandbox(binance: "status-451", coinbase: "silent")
            try box.cache(age: 300, source: "binance")
            let noted = try box.run("--max-time", "1s", notingRequest: 2)
            let run = noted.run
            #expect(run.status == 3 && run.text.hasSuffix(" binance BTCUSDT (cached, 5m old)\n"), "\(run)")
            let line =
                #/btcq: no fresh quote: binance: HTTP 451 \(blocked in this country; try --source kraken\); coinbase: no response in [\d.]+m?s; using the quote cached 5m ago\n/#
            #expect(try line.wholeMatch(in: run.errors) != nil, "\(run)")
            #expect(try noted.reports("coinbase", noResponseUntil: .seconds(1)), "\(noted)")
            #expect(run.ownTime < .milliseconds(1090) + Program.allowance, "\(run)")
        }

        @Test func run_whenBothSourcesFailWithoutACache_printsNothing() throws {
            let box = try Sandbox(coinbase: "status-500")
            box.environment["BTCQ_BINANCE_URL"] = "http://127.0.0.1:\(try refusingPort())"
            let run = try box.run()
            #expect(run.status == 1 && run.output.isEmpty, "\(run)")
            #expect(run.errors == "btcq: no quote: binance: connection refused; coinbase: HTTP 500\n", "\(run)")
        }

        @Test(arguments: [("10m", 3), ("299s", 1), ("0", 1)])
        func maxStale_boundsWhatIsPrinted(_ bound: String, _ status: Int32) throws {
            let box = try Sandbox(binance: "status-500", coinbase: "status-500")
            try box.cache(age: 300)
            let run = try box.run("--max-stale", bound)
            #expect(run.status == status && run.output.isEmpty == (status == 1), "\(run)")
        }

        /// A stale quote, and a cache that cannot be written: a warning for each, but not with --quiet.
        @Test func quiet_suppressesEveryWarning() throws {
            let box = try Sandbox(binance: "status-500", coinbase: "status-500")
            try box.cache()
            try box.run().expect { $0.errors.hasPrefix("btcq: no fresh quote: ") }
            let stale = try box.run("-q")
            #expect(stale.status == 3 && !stale.output.isEmpty && stale.errors.isEmpty, "\(stale)")
            let none = try box.run("-q", "--max-stale", "0")
            #expect(none.status == 1 && none.output.isEmpty && none.errors.isEmpty, "\(none)")
            box.set("binance", "ok")
            box.environment["HOME"] = "/dev/null"
            try box.run().expect { $0.errors.hasPrefix("btcq: cannot update the cache: ") }
            let unkept = try box.run("-q")
            #expect(unkept.status == 0 && unkept.errors.isEmpty, "\(unkept)")
        }

        @Test func quiet_printsUsageErrorsAndFailedWrites() throws {
            let box = try Sandbox()
            try box.run("-q", "--nope").expect { $0.errors.hasPrefix("btcq: unknown option --nope\n") }
            let closed = try box.shell("btcq -q >&-")
            #expect(closed.status == 4, "\(closed)")
            #expect(closed.errors == "btcq: cannot write to standard output: Bad file descriptor\n", "\(closed)")
        }

        @Test func quietAndVerbose_lastOneWins() throws {
            let box = try Sandbox()
            try box.run("-vq").expect { $0.errors.isEmpty }
            try box.run("-qv").expect { !$0.errors.isEmpty }
        }

        @Test func verbose_reportsEachSourcesResult() throws {
            let box = try Sandbox(binance: "status-500", coinbase: "ok")
            let run = try box.run("-v")
            let errors = run.errors.split(separator: "\n")
            #expect(errors.count == 2, "\(run)")
            #expect(errors.first?.hasPrefix("btcq: binance: HTTP 500; total ") == true, "\(run)")
            let success =
                #/btcq: coinbase: 68901\.23; total [\d.]+ms \(.*connect [\d.]+ms, first byte [\d.]+ms\); at http://127.0.0.1:\d+/ok/#
            #expect(errors.last?.wholeMatch(of: success) != nil, "\(run)")
        }

        @Test func verbose_reportsTheSourceThatHasNotResponded() throws {
            let box = try Sandbox(binance: "silent")
            let noted = try box.run("-v", "--timeout", "100ms", notingRequest: 1)
            let run = noted.run
            let lines = run.errors.split(separator: "\n").sorted()
            #expect(lines.count == 2, "\(run)")
            let line = #/btcq: binance: no response in (\d{1,2}ms|\d+0ms|[\d.]+s)/#
            #expect(lines.first?.wholeMatch(of: line) != nil, "\(run)")
            #expect(try noted.reports("binance", noResponseUntil: .milliseconds(100)), "\(noted)")
            let dead = try Sandbox(binance: "silent", coinbase: "silent")
            let notedLate = try dead.run("-v", "-t", "100ms", "-m", "600ms", notingRequest: 1)
            let late = notedLate.run
            #expect(
                late.errors.contains(#/^btcq: binance: no response in [\d.]+m?s\nbtcq: coinbase: no response in /#),
                "\(late)")
            #expect(try notedLate.reports("binance", noResponseUntil: .milliseconds(600)), "\(notedLate)")
            #expect(late.ownTime < .milliseconds(650) + Program.allowance, "\(late)")
            #expect(late.errors.split(separator: "\n").count == 3, "\(late)")
        }

        @Test func defaults_dependOnTheKey() throws {
            let box = try Sandbox(binance: "status-500")
            box.set("CRYPTOCOMPARE", "ok")
            box.environment["CRYPTOCOMPARE_API_KEY"] = ""
            try box.run().expect { $0.text.hasSuffix(" coinbase BTC-USD\n") }
            box.environment["CRYPTOCOMPARE_API_KEY"] = "s3cret"
            try box.run().expect { $0.text.hasSuffix(" cryptocompare BTC/USD\n") }
        }

        @Test func key_goesToCryptoCompareAloneAndIsPrintedNowhere() throws {
            let box = try Sandbox(binance: "status-500")
            box.set("CRYPTOCOMPARE", "status-401")
            box.environment["CRYPTOCOMPARE_API_KEY"] = "s3cret"
            let run = try box.run("-v")
            #expect(!(run.errors + run.text).contains("s3cret"), "\(run)")
            #expect(run.errors.contains("HTTP 401 (CRYPTOCOMPARE_API_KEY is not accepted)"), "\(run)")
            #expect(box.exchange.requests.map { $0.header("Authorization") } == [nil, "Apikey s3cret"])
        }

        @Test func cryptoCompareWithoutAKey_saysWhichVariableToSet() throws {
            let box = try Sandbox()
            box.set("CRYPTOCOMPARE", "status-401")
            let run = try box.run("-s", "cryptocompare")
            #expect(run.errors.contains("cryptocompare: HTTP 401 (set CRYPTOCOMPARE_API_KEY)"), "\(run)")
            #expect(box.exchange.requests.first?.header("Authorization") == nil)
        }

        @Test func request_namesThisProgramAndKeepsThePathPrefix() throws {
            let box = try Sandbox()
            try box.run()
            let request = try #require(box.exchange.requests.first)
            #expect(request.line == "GET /ok/api/v3/ticker/price?symbol=BTCUSDT&symbolStatus=TRADING HTTP/1.1")
            #expect(request.header("User-Agent") == "btcq/\(Program.version)")
            #expect(request.header("Accept-Encoding") == nil)
        }

        @Test func loopbackHTTP_neverGoesThroughAProxy() throws {
            let box = try Sandbox()
            for name in ["http_proxy", "all_proxy", "https_proxy"] { box.environment[name] = "http://127.0.0.1:1" }
            let run = try box.run()
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
        }

        @Test func redirect_isNotFollowed() throws {
            let box = try Sandbox()
            let target = box.exchange.url("ok/api/v3/ticker/price?symbol=BTCUSDT")
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on(
                "moved", .respond(302, headers: ["Location: \(target)"], body: ""))
            let run = try box.run("-s", "binance")
            #expect(run.status == 1 && run.errors.contains("binance: HTTP 302"), "\(run)")
            #expect(box.exchange.requests.count == 1)
        }
    }
}
