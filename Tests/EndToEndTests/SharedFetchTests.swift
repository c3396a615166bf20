import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Runs that find the cache too old for `--max-age` fetch one after the other, so that one request serves them all.
    /// What they share makes none of them fail that would succeed without it.
    @Suite struct SharedFetchTests {
        private static let options = ["--json", "--timeout=10s", "--max-time=20s", "--max-age=1m"]

        /// A quote received while they waited is fresh for any `--max-age`.
        @Test(.needsProcesses, arguments: [("1m", false), ("1ms", true)])
        func twentyRuns_whenCacheIsEmptyOrStale_makeOneRequest(_ maxAge: String, _ hasCache: Bool) throws {
            let box = try Sandbox()
            if hasCache { try box.cache(age: 300, source: "binance") }
            box.holdAll()
            let runs = try (0..<20).map { _ in try box.start(Self.options + ["--max-age", maxAge]) }
            try waitUntil("all are there") {
                runs.allSatisfy { Sandbox.isAtFetchLock($0.pid) } && !box.asked.isEmpty
            }
            box.gate.open()
            let results = runs.map { $0.result().expect(0, .prefix(#"{"price":68901.23,"#)) }
            #expect(box.asked == ["binance USD"])
            #expect(results.allSatisfy { $0.text.contains(#""stale":false"#) })
            #expect(results.count { $0.text.contains(#""cached":false"#) } == 1, "\(results)")
        }

        /// A failure is not shared, a rate limit is.
        @Test(arguments: [("status-500", 12), ("status-429", 2)])
        func waiters_whenTheHolderFails_askForThemselvesUnlessRateLimited(_ route: String, _ requests: Int) throws {
            let box = try Sandbox(binance: route, bitstamp: route)
            let runs = try (0..<6).map { _ in try box.start(Self.options) }
            let results = runs.map { $0.result().expect(1) }
            #expect(box.asked.count == requests)
            let skipping = results.count { $0.errors.contains(": rate limited ") }
            #expect(skipping == (requests == 2 ? 5 : 0), "\(results)")
        }

        /// Each of these runs fails for a reason of its own.
        @Test(.needsOpenSSL) func failureOfOneRun_keepsNoOtherFromAPrice() throws {
            let box = try Sandbox()
            _ = try box.startTLSServer(isTrusted: true)
            for obstacle in ["https_proxy=http://127.0.0.1:1", "SSL_CERT_FILE=/missing", "ulimit -n 6;"] {
                try box.shell("\(obstacle) btcq -a 1ms -s binance --max-stale 0").expect(1)
                try box.run("-a", "1ms", "-s", "binance").expect(0, .live("binance"), errors: "")
            }
        }

        @Test(.needsProcesses) func waiters_whenTheHolderIsKilled_proceed() throws {
            let box = try Sandbox(binance: "silent", bitstamp: "silent")
            let holder = try box.start(Self.options)
            try box.waitUntilAsked()
            box.setAll("ok")
            let others = try (0..<5).map { _ in try box.start(Self.options) }
            try waitUntil("the others wait") { others.allSatisfy { Sandbox.isAtFetchLock($0.pid) } }
            kill(holder.pid, SIGKILL)
            let killed = ContinuousClock.now
            let end = holder.result().end
            #expect(end.ending == .signal(SIGKILL))
            for other in others { other.result().expect(0) }
            // Otherwise they would wait for half of their time.
            #expect(ContinuousClock.now - killed < .seconds(9))
            #expect(box.asked.suffix(1) == ["binance USD"] && box.asked.count <= 3, "\(box.asked)")
        }

        /// The time for which it has waited counts towards the timeout.
        @Test func run_whenLockIsHeldForHalfOfItsTime_fetchesWithoutIt() throws {
            let runs = try [
                ("ok", "3s", 2000, "binance"), ("silent", "1s", 2000, "bitstamp"),
            ].map { primary, timeout, milliseconds, source in
                let box = try Sandbox(binance: primary)
                try box.cache(age: 300)
                let lock = try box.acquireLock(Sandbox.fetchLockName)
                let run = try box.start("--max-age=1m", "--timeout", timeout, "--max-time=4s")
                return (box, lock, run, Duration.milliseconds(milliseconds), source)
            }
            for (box, lock, run, time, source) in runs {
                let result = run.result().expect(
                    0, .live(source), errors: "", minimum: time, maximum: time + .milliseconds(150))
                // It waits asleep: there may be many of them.
                #expect(isSanitized || result.end.processorTime < .milliseconds(200), "\(result)")
                #expect(box.cached?.source == source)
                close(lock)
            }
        }

        /// A run that needs no fetch lock has received one meanwhile.
        @Test(.needsProcesses, arguments: [("binance", true), ("kraken", false)])
        func waiter_whenAQuoteOfItsSourcesIsReceivedMeanwhile_printsIt(_ source: String, _ isItsOwn: Bool) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let lock = try box.acquireLock(Sandbox.fetchLockName)
            let waiting = try box.start("--json", "--timeout=10s", "--max-age=1ms", "--max-time=20s")
            try waitUntil("it waits") { Sandbox.isAtFetchLock(waiting.pid) }
            try box.run("-s", source).expect(0)
            close(lock)
            waiting.result().expect(0, .contains(#""cached":\#(isItsOwn),"stale":false"#))
            #expect(box.askedSources == (isItsOwn ? ["binance"] : ["kraken", "binance"]))
        }

        /// Runs without `--max-age` do not acquire it, and each currency and primary has its own.
        @Test(
            arguments: [
                (["--max-age=1m", "--currency=EUR"], 0), (["--max-age=1m", "--primary=bitstamp"], 0), ([], 0),
                (["--offline"], 3), (["--max-age=10m"], 0),
            ] as [([String], Int32)])
        func run_whenItNeedsNoFetchLock_doesNotWait(_ options: [String], _ status: Int32) throws {
            let box = try Sandbox()
            try box.cache(age: 300, source: "binance")
            let lock = try box.acquireLock(Sandbox.fetchLockName)
            defer { close(lock) }
            try box.run(options).expect(status, errors: "", maximum: .seconds(1))
        }

        @Test func holder_whenItsOutputBlocks_hasReleasedTheLock() throws {
            let box = try Sandbox()
            let pipe = try Pipe()
            pipe.fill()
            let holder = try box.start("--max-age=1m", output: pipe.writing)
            try waitUntil("its quote is in the cache") { box.cached != nil }
            try box.run("--max-age=1ms", "--max-time=10s").expect(0, errors: "", maximum: .seconds(4))
            kill(holder.pid, SIGTERM)
            let end = holder.result().end
            #expect(end.ending == .signal(SIGTERM))
        }

        /// Each of them waits for another one's fetch for at most half of its time, and then fetches by itself.
        @Test func manyRuns_whenCacheCannotBeWritten_allPrintAQuote() throws {
            let box = try Sandbox(binance: "slow-200")
            try FileManager.default.createDirectory(atPath: box.cacheFile, withIntermediateDirectories: true)
            let runs = try (0..<8).map { _ in try box.start("-a", "1m", "-s", "binance", "-n", "-q", "-m", "4s") }
            for run in runs { run.result().expect(0, "68901.23\n") }
        }

        /// Without `--max-age` this run would ask its fallback after half of its time too.
        @Test(.needsProcesses) func run_whenHolderIsStopped_printsAPriceInTheOtherHalfOfItsTime() throws {
            let box = try Sandbox(binance: "silent")
            let holder = try box.start("-a", "1m", "-s", "binance", "-m", "3650d")
            try box.waitUntilAsked()
            kill(holder.pid, SIGSTOP)
            // One after the other: a quote that another run has stored meanwhile would be fresh.
            for options in [[], ["-a", "1ms"]] {
                try box.run(options + ["-t", "2500ms", "-m", "5s"]).expect(
                    0, .live("bitstamp"), errors: "", minimum: .milliseconds(2500), maximum: .milliseconds(2650))
            }
        }
    }
}
