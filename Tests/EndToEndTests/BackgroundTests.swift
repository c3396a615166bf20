import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// `--background`, as the prompt or the bar sees it that calls it.
    @Suite(.needsProcesses) struct BackgroundTests {
        /// What a run says that starts no refresh because one has been started.
        private static let isStarted = "btcq: .* [0-9]s ago .*\n"

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

        @Test(arguments: [([], nil), ([], 86_500), (["--max-stale=0"], 300)] as [([String], Double?)])
        func run_whenNoCachedQuoteMayBePrinted_fetchesOneAndSaysSo(_ options: [String], _ age: Double?) throws {
            let box = try Sandbox()
            box.holdAll()
            if let age { try box.cache(age: age) }
            let arguments = ["--background"] + options
            try box.run(arguments).expect(1)
            try box.waitUntilAsked()
            try box.run(arguments).expect(1, errors: .matches(Self.isStarted))
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
            try box.run("-b").expect(1, errors: isDue ? nil : .matches(Self.isStarted))
            try box.waitForRefreshes()
            #expect(box.asked.count == (isDue ? 4 : 2))
            // A cached quote is printed without a message.
            try box.cache(age: 300)
            try box.run("-b").expect(3, errors: "")
            try box.run("-bv").expect(3, errors: .matches(Self.isStarted))
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
            run.run.result().expect(1, errors: .matches(Self.isStarted))
        }

        @Test func run_whenAllSourcesAreRateLimited_startsNoRefreshAndSaysSo() throws {
            let box = try Sandbox(binance: "status-429", bitstamp: "status-429")
            try box.run().expect(1)
            try box.run("-b").expect(1, errors: .contains("; binance, bitstamp: rate limited"))
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
        @Test(arguments: [
            ("relative", "HOME is not an absolute path"), ("/dev/null", "/dev/null/.cache/btcq: Not a directory"),
        ])
        func run_whenThereIsNoPlaceForACache_startsNoRefreshAndSaysWhy(_ home: String, _ reason: String) throws {
            let box = try Sandbox(binance: "silent", bitstamp: "silent")
            box.environment["HOME"] = home
            try box.run("-b").expect(1, errors: .contains(reason))
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
            let line = "btcq: .* \(box.cacheDirectory)/BTC-USD.[0-9a-f]{2}.refresh: No space left on device\n"
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
    }
}
