import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// `--background`, as the prompt or the bar sees it that calls it.
    @Suite(.enabled(if: Sandbox.seesProcesses, "no /proc to see what goes on in the background"))
    struct BackgroundTests {
        @Test func cachedQuote_isPrintedAtOnceAndTheNextRunHasANewOne() throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            let gate = box.holdAll()
            defer { gate.open() }
            try box.cache(age: 300)
            // A few milliseconds, on a machine that is busy.
            let bound = Duration.milliseconds(100) + Program.allowance
            let run = try box.run("-b")
            #expect(run.status == 3 && run.text.hasSuffix(" kraken XBTUSD (cached, 5m old)\n"), "\(run)")
            #expect(run.errors.isEmpty && run.ownTime < bound, "\(run)")
            #expect(box.refreshes.count == 1)
            try waitUntil("a source is asked") { box.asked == ["binance USD"] }
            gate.open()
            try box.waitForRefreshes()
            let next = try box.run("-b")
            let line = #/\$68,901\.23 .* binance BTCUSDT \(cached, \ds old\)\n/#
            #expect(try next.status == 0 && line.wholeMatch(in: next.text) != nil, "\(next)")
            #expect(box.refreshes.isEmpty && box.asked == ["binance USD"])
        }

        @Test(arguments: [
            ([], nil, "no usable quote is cached"), ([], 86_500.0, "the quote cached 1d ago is older than --max-stale"),
            (["--max-stale=1m"], 300, "the quote cached 5m ago is older than --max-stale"),
            (["--max-stale=0"], 300, "--max-stale 0 allows no cached quote"),
        ])
        func withoutAPrintableQuote_nothingIsPrintedAndOneIsFetched(
            _ options: [String], _ age: Double?, _ reason: String
        ) throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            let gate = box.holdAll()
            defer { gate.open() }
            if let age { try box.cache(age: age) }
            let background = { try box.run((["--background"] + options).map { Array($0.utf8) }) }
            let run = try background()
            #expect(run.status == 1 && run.output.isEmpty, "\(run)")
            #expect(run.errors == "btcq: no quote: \(reason); one is being fetched\n", "\(run)")
            try waitUntil("a source is asked") { !box.asked.isEmpty }
            let second = try background()
            #expect(second.status == 1 && second.output.isEmpty, "\(second)")
            #expect(second.errors == "btcq: no quote: \(reason); another run is fetching one\n", "\(second)")
            try box.run("-bq").expect { $0.errors.isEmpty }
            gate.open()
            try box.waitForRefreshes()
            #expect(box.asked == ["binance USD"] && box.cached?.price == "68901.23")
        }

        /// A refresh, if there were one, would still be running, because its sources are silent.
        @Test(arguments: [
            (["-b"], 30.0, "binance", 0), (["-b"], 30, "coinbase", 0), (["-b", "-a10m"], 300, "binance", 0),
            (["-bo"], 300, "kraken", 3), (["-ob"], 30, "binance", 3), (["-o", "--background"], 30, "kraken", 3),
            (["-o"], 30, "binance", 3), (["-b", "--offline", "--max-stale=1m"], 300, "kraken", 1),
        ])
        func freshQuoteOrOffline_startsNothing(
            _ options: [String], _ age: Double, _ source: String, _ status: Int32
        ) throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            defer { box.endRefreshes() }
            try box.cache(age: age, source: source)
            let run = try box.run(options.map { Array($0.utf8) })
            #expect(box.refreshes.isEmpty)
            #expect(run.status == status && run.output.isEmpty == (status == 1), "\(run)")
            #expect(!run.errors.contains("being fetched"), "\(run)")
            #expect(box.exchange.connections == 0)
        }

        @Test(arguments: [
            (["-b"], 70.0, "binance"), (["-b"], 30, "kraken"), (["-b", "-a0"], 1, "binance"),
            (["-ba10s"], 30, "binance"),
        ])
        func quoteThatIsNotFresh_startsARefresh(_ options: [String], _ age: Double, _ source: String) throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            defer { box.endRefreshes() }
            try box.cache(age: age, source: source)
            let run = try box.run((options + ["--max-time=500ms"]).map { Array($0.utf8) })
            #expect(run.status == 3 && run.errors.isEmpty && box.refreshes.count == 1, "\(run)")
            try box.waitForRefreshes()
        }

        private static let failures: [(name: String, steps: [Step])] = [
            ("500", .respond(500, body: "")), ("451", .respond(451, body: "")),
            ("429", .respond(429, headers: ["Retry-After: 7"], body: "")), ("reset", [.reset]),
            ("garbage", .respond(body: "garbage")),
        ]

        @Test(arguments: failures.map(\.name))
        func afterAFailedRefresh_noneStartsForAWhile(_ name: String) throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            box.respondAll(try #require(Self.failures.first { $0.name == name }).steps)
            try box.run("-b")
            try box.waitForRefreshes()
            let once = ["binance USD", "coinbase USD"]
            #expect(box.asked == once)
            box.respondAll([.holdOpen])
            let run = try box.run("-b")
            #expect(run.status == 1 && run.output.isEmpty && box.refreshes.isEmpty, "\(run)")
            let why = name == "429" ? "rate limited" : "failed just now"
            let line =
                #/btcq: no quote: no usable quote is cached; binance: skipped for another [\d.]+s \(([a-z ]+)\); coinbase: skipped for another [\d.]+s \([a-z ]+\)\n/#
            #expect(try line.wholeMatch(in: run.errors)?.1 == why[...], "\(run)")
            // With a cached quote it is nothing to talk about, except when asked.
            try box.cache(age: 300)
            let cached = try box.run("-b")
            #expect(cached.status == 3 && cached.errors.isEmpty && box.refreshes.isEmpty, "\(cached)")
            try box.run("-bv").expect { $0.errors.contains("(\(why))") }
            // Others are asked, and so are these when their time has passed.
            box.respondAll()
            try box.run("-b", "-skraken")
            try box.waitForRefreshes()
            #expect(box.asked == once + ["kraken USD"])
            try box.expireBackoff()
            try box.cache(age: 300)
            try box.run("-b")
            try box.waitForRefreshes()
            #expect(box.asked.count == 4 && box.cached?.price == "68901.23")
        }

        @Test func deadNetwork_isAskedOnceHoweverOftenEnterIsHit() throws {
            let box = try Sandbox(binance: "reset", coinbase: "reset")
            defer { box.endRefreshes() }
            try box.cache(age: 300)
            for _ in 0..<40 { try box.run("-b").expect { $0.status == 3 } }
            try box.waitForRefreshes()
            #expect(box.asked == ["binance USD", "coinbase USD"])
        }

        @Test func noPlaceForACache_startsNothingAndSaysWhy() throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            defer { box.endRefreshes() }
            box.environment["HOME"] = nil
            let run = try box.run("-b")
            #expect(run.status == 1 && run.output.isEmpty, "\(run)")
            let reason = "no cache: HOME is not an absolute path; none can be fetched in the background without it"
            #expect(run.errors == "btcq: no quote: \(reason)\n", "\(run)")
            #expect(box.exchange.connections == 0)
        }

        /// A refresh that cannot store its quote would be started by every run, for nothing.
        @Test(arguments: ["missing", "file"])
        func placeThatTakesNoCache_startsNothingAndSaysWhy(_ kind: String) throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            defer { box.endRefreshes() }
            let (home, reason) =
                kind == "missing"
                ? ("\(box.directory)/missing", "\(box.directory)/missing/.cache: No such file or directory")
                : (box.home, "\(box.cacheDirectory): Not a directory")
            try "no directory".write(toFile: "\(box.home)/.cache", atomically: true, encoding: .utf8)
            box.environment["HOME"] = home
            let run = try box.run("-b")
            #expect(run.status == 1 && run.output.isEmpty && box.exchange.connections == 0, "\(run)")
            #expect(
                run.errors == "btcq: no quote: no usable quote is cached; none can be fetched: \(reason)\n", "\(run)")
        }

        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment))
        func readOnlyCache_startsNothingAndSaysWhy() throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            defer { box.endRefreshes() }
            try box.cache(age: 300)
            let run = try box.shell(
                Namespace.command(
                    """
                    mount --bind '\(box.cacheDirectory)' '\(box.cacheDirectory)'
                    mount -o remount,bind,ro '\(box.cacheDirectory)' && btcq -b
                    """, network: false))
            #expect(run.status == 3 && run.text.hasSuffix(" kraken XBTUSD (cached, 5m old)\n"), "\(run)")
            #expect(
                run.errors == "btcq: cannot refresh the cache: \(box.backoffFile): Read-only file system\n", "\(run)"
            )
            #expect(box.exchange.connections == 0)
        }

        /// Each has a refresh of its own.
        @Test func refreshInOneCurrency_keepsNoOtherOneFromIts() throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            let gate = box.holdAll()
            defer { gate.open() }
            for currency in ["USD", "EUR"] { try box.run("-bq", "--currency", currency, "--timeout=10s", "-m20s") }
            try waitUntil("both are asked") { Set(box.asked) == ["binance USD", "binance EUR"] }
            #expect(box.refreshes.count == 2)
            gate.open()
            try box.waitForRefreshes()
            for currency in ["USD", "EUR"] { #expect(box.cached(currency)?.price == "68901.23") }
        }

        @Test(.enabled(if: Program.tool("strace") != nil && !Program.isSanitized, "strace is missing, or of no use"))
        func run_opensNoSocketAndStartsNoThread() throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            for hasCache in [true, false] {
                if hasCache { try box.cache(age: 300) }
                try box.shell("strace -o trace btcq -bq")
                try box.waitForRefreshes()
                let calls = box.contents("\(box.work)/trace").split(separator: "\n")
                let made = { (names: [String]) in
                    calls.filter { call in names.contains { call.hasPrefix("\($0)(") } }
                }
                #expect(made(["socket", "socketpair", "connect", "wait4", "waitid", "clock_nanosleep"]).isEmpty)
                let starts = made(["clone", "clone3", "fork", "vfork"])
                #expect(starts.count == 1, "\(starts)")
                #expect(starts.allSatisfy { $0.contains("CLONE_VFORK") && !$0.contains("CLONE_THREAD") }, "\(starts)")
                #expect(!calls.contains { $0.contains("libcurl") }, "\(calls)")
                try FileManager.default.removeItem(atPath: box.cacheDirectory)
            }
        }
    }
}
