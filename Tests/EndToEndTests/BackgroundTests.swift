import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// `--background`, as the prompt or the bar sees it that calls it.
    @Suite(.needsProcesses) struct BackgroundTests {
        /// What a run says that starts no refresh because one has been started.
        private static let isStarted = "(?s)btcq: .* [0-9]s ago .*\n"

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

        @Test(arguments: [([], nil), (["--max-stale=1h"], 3700), (["--max-stale=0"], 300)] as [([String], Double?)])
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
        @Test(arguments: [(["-b"], 30.0, 0), (["-b"], 70, 1), (["-b", "-a10m"], 300, 0), (["-bo"], 70, 0)])
        func run_startsARefreshUnlessItsQuoteIsFreshOrItIsOffline(
            _ options: [String], _ age: Double, _ refreshes: Int
        ) throws {
            let box = try Sandbox(binance: "silent", bitstamp: "silent")
            try box.cache(age: age, source: "binance")
            let isStale = refreshes == 1 || options == ["-bo"]
            try box.run(options).expect(isStale ? 3 : 0, errors: "")
            #expect(box.refreshes.count == refreshes)
        }

        @Test(arguments: [(4.0, false), (10, true)])
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
    }
}
