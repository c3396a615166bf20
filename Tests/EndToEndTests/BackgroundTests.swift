import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// `--background`, as the prompt or the bar sees it that calls it.
    @Suite(.needsProcesses) struct BackgroundTests {
        @Test func cachedQuote_isPrintedAtOnceAndTheNextRunHasANewOne() throws {
            let box = try Sandbox()
            box.holdAll()
            try box.cache(age: 300)
            try box.run("-b").expect(3, .cached("kraken", "5m"), errors: "", maximum: .milliseconds(100))
            #expect(box.refreshes.count == 1)
            try box.waitUntilAsked()
            try box.openGate()
            try box.run("-b").expect(0, .matches(#"\$68,901\.23 .* binance BTCUSDT \(cached, \d+s old\)\n"#))
            #expect(box.refreshes.isEmpty && box.asked == ["binance USD"])
        }

        @Test(
            arguments: [
                ([], nil, "no usable quote is cached"),
                ([], 86_500, "the quote cached 1d ago is older than --max-stale"),
                (["--max-stale=0"], 300, "--max-stale 0 allows no cached quote"),
            ] as [([String], Double?, String)])
        func run_whenNoCachedQuoteMayBePrinted_fetchesOneAndSaysWhy(
            _ options: [String], _ age: Double?, _ reason: String
        ) throws {
            let box = try Sandbox()
            box.holdAll()
            if let age { try box.cache(age: age) }
            let arguments = ["--background"] + options
            try box.run(arguments).expect(1, errors: "btcq: no quote: \(reason); one is being fetched\n")
            try box.waitUntilAsked()
            let line = "btcq: no quote: \(reason); a refresh started .s ago has stored none yet\n"
            try box.run(arguments).expect(1, errors: .matches(line))
            try box.run(arguments + ["-q"]).expect(1, errors: "")
            try box.openGate()
            #expect(box.asked == ["binance USD"] && box.cached?.price == "68901.23")
        }

        /// A refresh, if there is one, is still running, because its sources are silent.
        @Test(arguments: [
            (["-b"], 30.0, "binance", 0), (["-b"], 30, "bitstamp", 0), (["-b", "-a10m"], 300, "binance", 0),
            (["-b"], 70, "binance", 1), (["-b"], 30, "kraken", 1), (["-ba10s"], 30, "binance", 1),
            (["-bo"], 300, "kraken", 0), (["-ob"], 30, "binance", 0),
        ])
        func run_startsARefreshUnlessItsQuoteIsFreshOrItIsOffline(
            _ options: [String], _ age: Double, _ source: String, _ refreshes: Int
        ) throws {
            let box = try Sandbox(binance: "silent", bitstamp: "silent")
            try box.cache(age: age, source: source)
            let isFresh = refreshes == 0 && !options[0].contains("o")
            try box.run(options).expect(isFresh ? 0 : 3, errors: "")
            #expect(box.refreshes.count == refreshes)
        }

        /// A time in the future counts as none.
        @Test(arguments: [(4.0, false), (10, true), (-60, true)])
        func run_afterAFailedRefresh_startsNoneForTenSeconds(_ age: Double, _ isDue: Bool) throws {
            let box = try Sandbox(binance: "status-500", bitstamp: "status-500")
            try box.run("-b").expect(1)
            try box.waitForRefreshes()
            try box.setRefreshStamps(age: age)
            let clause = isDue ? "one is being fetched" : "a refresh started [4-9]s ago has stored none yet"
            let line = "btcq: no quote: no usable quote is cached; \(clause)\n"
            try box.run("-b").expect(1, errors: .matches(line))
            try box.waitForRefreshes()
            #expect(box.asked.count == (isDue ? 4 : 2))
            // A cached quote is printed without a message.
            try box.cache(age: 300)
            try box.run("-b").expect(3, errors: "")
            try box.run("-bv").expect(3, errors: .suffix("s ago has stored none yet\n"))
        }

        /// With the time at which it began to wait, that refresh would be one from the future.
        @Test(.needsStrace) func run_whenAnotherStartsARefreshBeforeItHasTheLock_startsNone() throws {
            let box = try Sandbox(binance: "reset", bitstamp: "reset")
            _ = try box.start("-bq").result()
            try box.waitForRefreshes()
            try box.setRefreshStamps(age: 20)
            let run = try box.start("-b", stoppingAt: "flock", on: box.resolved(box.refreshStamps[0]))
            try run.waitUntilStopped()
            try box.setRefreshStamps(age: 0)
            run.resume()
            let reason = "a refresh started [0-9]s ago has stored none yet"
            run.run.result().expect(1, errors: .matches("btcq: no quote: no usable quote is cached; \(reason)\n"))
        }

        @Test func refreshesThroughOtherProxies_areOfOtherConfigurations() throws {
            let box = try Sandbox(binance: "reset", bitstamp: "reset")
            for variable in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy"] {
                box.environment[variable] = "127.0.0.1:1"
                try box.run("-bq")
                box.environment[variable] = nil
            }
            try box.waitForRefreshes()
            // Once in 256 times two configurations have the same stamp.
            #expect(box.refreshStamps.count > 2, "\(box.refreshStamps)")
        }

        @Test func run_whenAllSourcesAreRateLimited_startsNoRefreshAndSaysSo() throws {
            let box = try Sandbox(binance: "status-429", bitstamp: "status-429")
            try box.run().expect(1)
            let line = "btcq: no quote: no usable quote is cached; binance, bitstamp: rate limited for another \\d+s\n"
            try box.run("-b").expect(1, errors: .matches(line))
            try box.cache(age: 300)
            try box.run("-b").expect(3, errors: "")
            #expect(box.refreshStamps.isEmpty && box.refreshes.isEmpty && box.asked.count == 2)
        }

        /// As a bar does for half a minute: it asks its source once, and again when the quote is a minute old.
        @Test(arguments: ["waybar", "xbar"])
        func bar_thatRunsAgainAndAgain_asksItsSourceOnceInAMinute(_ format: String) throws {
            let box = try Sandbox()
            let expectRequests = { (count: Int) in
                for _ in 0..<4 {
                    // The last refresh was started long ago.
                    try box.setRefreshStamps(age: 10)
                    try box.run("-bq", "-f", format)
                    try box.waitForRefreshes()
                }
                #expect(box.asked == Array(repeating: "binance USD", count: count))
            }
            try expectRequests(1)
            try box.cache(age: 30, source: "binance")
            try expectRequests(1)
            try box.cache(age: 61, source: "binance")
            try expectRequests(2)
        }

        /// Its quote cannot be stored, and is not fetched for each of them.
        @Test func prompts_whenTheCacheFileIsADirectory_startOneRefresh() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let prompts = "for i in $(seq 20); do btcq -b 2>&1; sleep 0.03; done"
            let run = try box.shell("mkdir '\(box.cacheFile)'; \(prompts)")
            try box.waitForRefreshes()
            #expect((1...1 + Int(run.elapsed / .seconds(10))).contains(box.asked.count), "\(box.asked.count)")
            let lines = run.text.split(separator: "\n")
            let name = "; \(box.cacheFile) is a directory"
            #expect(lines.count == 20 && lines.allSatisfy { $0.hasSuffix(name) }, "\(run)")
        }

        /// A refresh that cannot store its quote would be started by every run, in vain.
        @Test(
            arguments: [
                (
                    "relative",
                    "no cache: HOME is not an absolute path; none can be fetched in the background without it"
                ),
                ("/dev/null", "no usable quote is cached; none can be fetched: /dev/null/.cache/btcq: Not a directory"),
            ])
        func run_whenThereIsNoPlaceForACache_startsNoRefreshAndSaysWhy(_ home: String, _ reason: String) throws {
            let box = try Sandbox(binance: "silent", bitstamp: "silent")
            box.environment["HOME"] = home
            try box.run("-b").expect(1, errors: "btcq: no quote: \(reason)\n")
            #expect(box.exchange.connections == 0)
        }

        /// Its quote could not be stored either, so each prompt would start a refresh in vain.
        @Test(.needsNamespace, arguments: [true, false])
        func prompts_whenTheDiskIsFull_startNoRefresh(_ hasCache: Bool) throws {
            let box = try Sandbox()
            try hasCache ? box.cache(age: 300) : box.makeCacheDirectory()
            let run = try box.shell(inNamespace: box.withFullDisk("for i in 1 2 3; do btcq -b; done"))
            try box.waitForRefreshes()
            #expect(box.asked.isEmpty)
            let start =
                hasCache ? "cannot refresh the cache: " : "no quote: no usable quote is cached; none can be fetched: "
            let file = "\(box.cacheDirectory)/BTC-USD.[0-9a-f]{2}.refresh"
            let line = "btcq: \(start)\(file): No space left on device\n"
            run.expect(hasCache ? 3 : 1, errors: .matches("(\(line)){3}"))
        }

        /// The stamp limits them all the same. Prompts that start in the same instant may each start one.
        @Test(.needsStrace) func prompts_whenLocksDoNotWork_startAtMostThreeRefreshes() throws {
            let box = try Sandbox(binance: "reset", bitstamp: "reset")
            let script = "for i in 1 2 3; do for j in $(seq 6); do btcq -bq; done & done; wait"
            let run = try box.shell("\(Sandbox.injecting("flock:error=ENOLCK")) sh -c '\(script)'")
            try box.waitForRefreshes()
            // Each of them asks two sources.
            let mostRequests = 6 * (1 + Int(run.elapsed / .seconds(10)))
            #expect((1...mostRequests).contains(box.asked.count), "\(box.asked) in \(run.elapsed)")
        }

        @Test(.needsStrace) func run_opensNoSocketAndStartsNoThread() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            try box.shell("strace -o trace btcq -bq")
            try box.waitForRefreshes()
            let calls = box.contents("\(box.work)/trace").split(separator: "\n")
            let names = #/^(socket|socketpair|connect|wait4|waitid|clock_nanosleep)\(|libcurl/#
            let unwanted = calls.filter { $0.contains(names) }
            #expect(unwanted.isEmpty)
            let starts = calls.filter { $0.contains(#/^(clone|v?fork\()/#) }
            #expect(starts.count == 1 && starts[0].contains("CLONE_VFORK") && !starts[0].contains("CLONE_THREAD"))
        }
    }
}
