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
            // A few milliseconds, on a machine that is busy.
            try box.run("-b").expect(3, .cached("kraken", "5m"), errors: "", maximum: .milliseconds(100))
            #expect(box.refreshes.count == 1)
            try box.waitUntilAsked()
            try box.openGate()
            try box.run("-b").expect(0, .matches(#/\$68,901\.23 .* binance BTCUSDT \(cached, \d+s old\)\n/#))
            #expect(box.refreshes.isEmpty && box.asked == ["binance USD"])
        }

        @Test(
            arguments: [
                ([], nil, "no usable quote is cached"),
                ([], 86_500, "the quote cached 1d ago is older than --max-stale"),
                (["--max-stale=1m"], 300, "the quote cached 5m ago is older than --max-stale"),
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
            let line = try Regex("btcq: no quote: \(reason); a refresh started .s ago has stored none yet\n")
            try box.run(arguments).expect(1, errors: .matches(line))
            try box.run(arguments + ["-q"]).expect(1, errors: "")
            try box.openGate()
            #expect(box.asked == ["binance USD"] && box.cached?.price == "68901.23")
        }

        /// A refresh, if there were one, would still be running, because its sources are silent.
        @Test(arguments: [
            (["-b"], 30.0, "binance", 0), (["-b"], 30, "coinbase", 0), (["-b", "-a10m"], 300, "binance", 0),
            (["-bo"], 300, "kraken", 3), (["-ob"], 30, "binance", 3),
            (["-b", "-o", "--max-stale=1m"], 300, "kraken", 1),
        ])
        func run_whenQuoteIsFreshOrOffline_startsNoRefresh(
            _ options: [String], _ age: Double, _ source: String, _ status: Int32
        ) throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            try box.cache(age: age, source: source)
            let run = try box.run(options)
            #expect(box.refreshes.isEmpty && box.exchange.connections == 0)
            run.expect(status).expect { !$0.errors.contains("being fetched") }
        }

        @Test(arguments: [
            (["-b"], 70.0, "binance"), (["-b"], 30, "kraken"), (["-b", "-a0"], 1, "binance"),
            (["-ba10s"], 30, "binance"),
        ])
        func run_whenQuoteIsNotFresh_startsARefresh(_ options: [String], _ age: Double, _ source: String) throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            try box.cache(age: age, source: source)
            try box.run(options).expect(3, errors: "")
            #expect(box.refreshes.count == 1)
        }

        /// A time in the future counts as none.
        @Test(arguments: [(4.0, false), (10, true), (-60, true)])
        func run_afterAFailedRefresh_startsNoneForTenSeconds(_ age: Double, _ isDue: Bool) throws {
            let box = try Sandbox(binance: "status-500", coinbase: "status-500")
            try box.run("-b").expect(1)
            try box.waitForRefreshes()
            try box.setRefreshStamps(age: age)
            let clause = isDue ? "one is being fetched" : "a refresh started 4s ago has stored none yet"
            try box.run("-b").expect(1, errors: "btcq: no quote: no usable quote is cached; \(clause)\n")
            try box.waitForRefreshes()
            #expect(box.asked.count == (isDue ? 4 : 2))
            // A cached quote is printed without a message.
            try box.cache(age: 300)
            try box.run("-b").expect(3, errors: "")
            try box.run("-bv").expect(3, errors: .suffix("s ago has stored none yet\n"))
        }

        /// Another run is starting one.
        @Test func run_whenTheStampIsLocked_startsNoRefresh() throws {
            let box = try Sandbox(binance: "status-500", coinbase: "status-500")
            try box.run("-b").expect(1)
            try box.waitForRefreshes()
            try box.setRefreshStamps(age: 10)
            let lock = try box.acquireLock(try #require(box.refreshStamps.first))
            defer { close(lock) }
            try box.run("-b").expect(1, errors: .suffix("; one is being fetched\n"), maximum: .milliseconds(100))
            try box.waitForRefreshes()
            #expect(box.asked.count == 2)
        }

        @Test func run_whenAllSourcesAreRateLimited_startsNoRefreshAndSaysSo() throws {
            let box = try Sandbox(binance: "status-429", coinbase: "status-429")
            try box.run().expect(1)
            let line = #/btcq: no quote: no usable quote is cached; binance, coinbase: rate limited for another \ds\n/#
            try box.run("-b").expect(1, errors: .matches(line))
            try box.cache(age: 300)
            try box.run("-b").expect(3, errors: "")
            #expect(box.refreshStamps.isEmpty && box.refreshes.isEmpty && box.asked.count == 2)
        }

        /// The refresh of one cannot succeed, and does not keep the other from one of its own.
        @Test func runsWithAndWithoutADeadProxy_haveARefreshEach() throws {
            let box = try Sandbox()
            // The same URL each time: once in 256 times both configurations would have the same stamp.
            box.setURL("binance", "https://127.0.0.1:9")
            for clause in ["one is being fetched", "a refresh started 4s ago has stored none yet"] {
                for proxy in ["127.0.0.1:1", nil] {
                    box.environment["https_proxy"] = proxy
                    try box.run("-b", "-s", "binance").expect(1, errors: .suffix("; \(clause)\n"))
                    try box.waitForRefreshes()
                }
                try box.setRefreshStamps(age: 4)
            }
            #expect(box.refreshStamps.count == 2)
        }

        /// Its quote cannot be stored, and is not fetched for each of them.
        @Test func sixtyPrompts_whenTheCacheFileIsADirectory_startOneRefreshAndNameIt() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let prompts = "for i in $(seq 60); do btcq -b 2>&1; sleep 0.03; done"
            let run = try box.shell("mkdir '\(box.cacheFile)'; \(prompts)")
            try box.waitForRefreshes()
            #expect((1...1 + Int(run.elapsed / .seconds(10))).contains(box.asked.count), "\(box.asked.count)")
            let lines = run.text.split(separator: "\n")
            let name = "; \(box.cacheFile) is a directory"
            #expect(lines.count == 60 && lines.allSatisfy { $0.hasSuffix(name) }, "\(run)")
        }

        /// A refresh that cannot store its quote would be started by every run, in vain.
        @Test(arguments: ["unset", "missing", "file"])
        func run_whenThereIsNoPlaceForACache_startsNoRefreshAndSaysWhy(_ kind: String) throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            if kind == "unset" { box.environment["HOME"] = nil }
            if kind == "missing" { box.environment["HOME"] = "\(box.directory)/missing" }
            try box.write("no directory", to: "\(box.home)/.cache")
            let reason =
                switch kind {
                case "unset":
                    "no cache: HOME is not an absolute path; none can be fetched in the background without it"
                case "missing":
                    "no usable quote is cached; none can be fetched: "
                        + "\(box.directory)/missing/.cache: No such file or directory"
                default: "no usable quote is cached; none can be fetched: \(box.cacheDirectory): Not a directory"
                }
            try box.run("-b").expect(1, errors: "btcq: no quote: \(reason)\n")
            #expect(box.exchange.connections == 0)
        }

        @Test(.needsNamespace)
        func run_whenTheCacheIsReadOnly_startsNoRefreshAndSaysWhy() throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            try box.cache(age: 300)
            let run = try box.shell(
                inNamespace: """
                    mount --bind '\(box.cacheDirectory)' '\(box.cacheDirectory)'
                    mount -o remount,bind,ro '\(box.cacheDirectory)' && btcq -b
                    """)
            let start = "btcq: cannot refresh the cache: \(box.cacheDirectory)/BTC-USD."
            run.expect(3, .cached("kraken", "5m"), errors: .prefix(start))
            #expect(run.errors.hasSuffix(".refresh: Read-only file system\n"), "\(run)")
            #expect(box.exchange.connections == 0)
        }

        /// Its quote could not be stored either, so each prompt would start a refresh in vain.
        @Test(.needsNamespace, arguments: ["full disk", "file size limit"])
        func tenPrompts_whenNothingCanBeStored_startNoRefresh(_ obstacle: String) throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let prompts = "for i in $(seq 10); do btcq -b 2>&1; echo status $?; done"
            let run =
                obstacle == "full disk"
                ? try box.shell(inNamespace: box.withFullDisk(prompts))
                : try box.shell("(ulimit -f 0; \(prompts)) | cat")
            try box.waitForRefreshes()
            #expect(box.asked.isEmpty)
            let reason = obstacle == "full disk" ? "No space left on device" : "File too large"
            let message = "btcq: no quote: no usable quote is cached; none can be fetched: "
            let file = "\(box.cacheDirectory)/BTC-USD.[0-9a-f]{2}.refresh"
            run.expect(0, .matches(try Regex("(\(message)\(file): \(reason)\nstatus 1\n){10}")))
        }

        /// The stamp limits them all the same. Prompts that start in the same instant may each start one.
        @Test(.needsStrace)
        func sixtyPrompts_whenLocksDoNotWorkAndTheNetworkIsDead_startAtMostThreeRefreshes() throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            let script = "for i in 1 2 3; do for j in $(seq 20); do btcq -bq -t 500ms -m 1s; done & done; wait"
            try box.shell("strace -f -o /dev/null -e trace=flock -e inject=flock:error=ENOLCK sh -c '\(script)'")
            try box.waitForRefreshes()
            #expect((1...6).contains(box.asked.count), "\(box.asked)")
        }

        /// Each currency has a refresh of its own.
        @Test func refreshes_inTwoCurrencies_runAtOnce() throws {
            let box = try Sandbox()
            box.holdAll()
            for currency in ["USD", "EUR"] { try box.run("-bq", "--currency", currency, "--timeout=10s", "-m20s") }
            try waitUntil("both are asked") { Set(box.asked) == ["binance USD", "binance EUR"] }
            #expect(box.refreshes.count == 2)
            try box.openGate()
            for currency in ["USD", "EUR"] { #expect(box.cached(currency)?.price == "68901.23") }
        }

        @Test(.needsStrace, arguments: [true, false])
        func run_opensNoSocketAndStartsNoThread(_ hasCache: Bool) throws {
            let box = try Sandbox()
            if hasCache { try box.cache(age: 300) }
            try box.shell("strace -o trace btcq -bq")
            try box.waitForRefreshes()
            let calls = box.contents("\(box.work)/trace").split(separator: "\n")
            let unwanted = calls.filter { call in
                ["socket(", "socketpair(", "connect(", "wait4(", "waitid(", "clock_nanosleep("].contains(
                    where: call.hasPrefix)
                    || call.contains("libcurl")
            }
            #expect(unwanted.isEmpty)
            let starts = calls.filter { call in ["clone", "fork(", "vfork("].contains(where: call.hasPrefix) }
            #expect(starts.count == 1 && starts[0].contains("CLONE_VFORK") && !starts[0].contains("CLONE_THREAD"))
        }
    }
}
