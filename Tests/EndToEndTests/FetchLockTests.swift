import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Runs that find the cache too old for `--max-age` fetch one after the other, so that one request serves them all.
    @Suite struct FetchLockTests {
        /// A quote received while they waited is fresh for any `--max-age`.
        @Test(
            .enabled(if: Sandbox.seesProcesses, "no /proc to see who waits"), arguments: ["1m", "1ms"], [true, false])
        func twentyRunsOnAnEmptyOrStaleCache_makeOneRequest(_ maxAge: String, _ hasCache: Bool) throws {
            let box = try Sandbox()
            if hasCache { try box.cache(age: 300, source: "binance") }
            let gate = box.holdAll()
            defer { gate.open() }
            let runs = try (0..<20).map { _ in try Run(box, "--max-age", maxAge) }
            try waitUntil("all are there") { runs.allSatisfy { $0.isAtFetchLock } && !box.asked.isEmpty }
            gate.open()
            for run in runs { #expect(run.program.wait().ending == .status(0)) }
            #expect(box.asked == ["binance USD"])
            let quotes = runs.map { box.contents($0.path) }
            #expect(quotes.allSatisfy { $0.contains(#""price":68901.23,"#) && $0.contains(#""stale":false"#) })
            #expect(quotes.count { $0.contains(#""cached":false"#) } == 1, "\(quotes)")
        }

        /// Without a gate they start at any time.
        @Test func twentyRunsAtOnce_makeOneRequest() throws {
            let box = try Sandbox(binance: "slow-200")
            let runs = try (0..<20).map { _ in try Run(box, "--max-age", "1m") }
            for run in runs { #expect(run.program.wait().ending == .status(0)) }
            #expect(box.asked == ["binance USD"])
        }

        @Test(arguments: ["status-500", "status-429", "status-451", "reset"], [true, false])
        func waiters_whenTheHolderFails_doNotAskAgain(_ route: String, _ hasCache: Bool) throws {
            let box = try Sandbox(binance: route, coinbase: route)
            if hasCache { try box.cache(age: 300) }
            let runs = try (0..<20).map { _ in try Run(box, "--max-age", "1m") }
            for run in runs { #expect(run.program.wait().ending == .status(hasCache ? 3 : 1)) }
            #expect(box.asked == ["binance USD", "coinbase USD"])
            let errors = runs.map { box.contents($0.errors) }
            #expect(errors.count { $0.contains("skipped for another ") } == 19, "\(errors)")
        }

        /// A failure applies only to runs with the same sources.
        @Test(.enabled(if: Sandbox.seesProcesses, "no /proc to see who waits"))
        func waiter_withAnotherFallback_asksThat() throws {
            let box = try Sandbox()
            let gate = box.holdAll(.respond(500, body: ""))
            defer { gate.open() }
            box.set("kraken", "ok")
            let holder = try Run(box, "--max-age=1m")
            try waitUntil("it asks") { !box.asked.isEmpty }
            let other = try Run(box, "--max-age=1m", "--fallback=kraken")
            try waitUntil("the other waits") { other.isAtFetchLock }
            gate.open()
            #expect(holder.program.wait().ending == .status(1))
            #expect(other.program.wait().ending == .status(0))
            #expect(box.asked == ["binance USD", "coinbase USD", "kraken USD"])
        }

        @Test(.enabled(if: Sandbox.seesProcesses, "no /proc to see who waits"))
        func waiters_whenTheHolderIsKilled_proceed() throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            let holder = try Run(box, "--max-age=1m")
            try waitUntil("it asks") { !box.asked.isEmpty }
            box.setAll("ok")
            let others = try (0..<5).map { _ in try Run(box, "--max-age=1m") }
            try waitUntil("the others wait") { others.allSatisfy { $0.isAtFetchLock } }
            kill(holder.program.pid, SIGKILL)
            let killed = ContinuousClock.now
            #expect(holder.program.wait().ending == .signal(SIGKILL))
            for other in others { #expect(other.program.wait().ending == .status(0)) }
            #expect(ContinuousClock.now - killed < .seconds(2) + Program.allowance)
            #expect(box.asked.suffix(1) == ["binance USD"] && box.asked.count <= 3, "\(box.asked)")
        }

        @Test(arguments: [true, false])
        func run_whenLockIsHeldForHalfOfItsTime_fetchesWithoutIt(_ hasCache: Bool) throws {
            let box = try Sandbox()
            try hasCache ? box.cache(age: 300) : box.makeCacheDirectory()
            let lock = try box.acquireFetchLock()
            defer { close(lock) }
            let run = try box.run("--max-age=1m", "--max-time=2s")
            #expect(run.elapsed >= .seconds(1) && run.ownTime < .milliseconds(1300) + Program.allowance, "\(run)")
            #expect(run.status == 0 && run.errors.isEmpty && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
            #expect(box.asked == ["binance USD"] && box.cached?.price == "68901.23")
        }

        /// Of the second that is left after a second, the primary gets half. A failure is noted with what was left.
        @Test func run_whenPrimaryIsSilentAfterTheWait_asksItsFallbackInTime() throws {
            let box = try Sandbox(binance: "silent")
            try box.makeCacheDirectory()
            let lock = try box.acquireFetchLock()
            defer { close(lock) }
            let run = try box.run("--max-age=1m", "--timeout=1900ms", "--max-time=2s")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            #expect(run.ownTime < .milliseconds(1800) + Program.allowance, "\(run)")
            box.set("coinbase", "silent")
            try box.run("--max-age=1ms", "--max-time=2s").expect { $0.status == 3 }
            let allowed = try #require(box.backoffEntries.first { $0.source == "coinbase" }).allowed
            #expect((700...1000).contains(allowed), "\(allowed)")
        }

        /// More often only at the beginning: there may be many waiting.
        @Test(.enabled(if: Program.tool("strace") != nil && !Program.isSanitized, "strace is missing, or of no use"))
        func waiter_triesEvery8Milliseconds() throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            let lock = try box.acquireFetchLock()
            defer { close(lock) }
            try box.shell("strace -f -e trace=nanosleep,clock_nanosleep -o trace btcq --max-age=1m --max-time=1s")
            let pauses = box.contents("\(box.work)/trace").matches(of: #/tv_sec=0, tv_nsec=(\d+)\}, /#).map { $0.1 }
            let first = ["500000", "1000000", "2000000", "4000000", "8000000", "8000000"]
            #expect(pauses.prefix(6).elementsEqual(first.map { Substring($0) }), "\(pauses)")
            // The last may end at the deadline.
            #expect(pauses.dropFirst(4).dropLast().allSatisfy { $0 == "8000000" }, "\(pauses)")
        }

        /// A run that needs no fetch lock has received one meanwhile.
        @Test(.enabled(if: Sandbox.seesProcesses, "no /proc to see who waits"), arguments: ["binance", "kraken"])
        func run_whenAQuoteOfItsSourcesIsReceivedWhileItWaits_printsIt(_ source: String) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let lock = try box.acquireFetchLock()
            defer { close(lock) }
            let waiting = try Run(box, "--max-age=1ms", "--max-time=2s")
            try waitUntil("it waits") { waiting.isAtFetchLock }
            try box.run("-s", source).expect { $0.status == 0 }
            #expect(waiting.program.wait().ending == .status(0))
            #expect(box.contents(waiting.path).contains(#""cached":\#(source == "binance"),"stale":false"#))
            #expect(box.askedSources == (source == "binance" ? ["binance"] : ["kraken", "binance"]))
        }

        /// Runs without `--max-age` do not acquire it, and each currency and primary has its own.
        @Test(arguments: [
            ["--max-age=1m", "--currency=EUR"], ["--max-age=1m", "--primary=coinbase"], [], ["--offline"],
            ["--max-age=10m"],
        ])
        func run_thatNeedsNoFetchLock_doesNotWait(_ options: [String]) throws {
            let box = try Sandbox()
            try box.cache(age: 300, source: "binance")
            let lock = try box.acquireFetchLock()
            defer { close(lock) }
            let run = try box.run(options.map { Array($0.utf8) })
            #expect(run.ownTime < .seconds(1) + Program.allowance, "\(run)")
            #expect(run.status == (options == ["--offline"] ? 3 : 0) && run.errors.isEmpty, "\(run)")
        }

        @Test func holder_whenItsOutputBlocks_hasReleasedTheLock() throws {
            let box = try Sandbox()
            let pipe = try Pipe()
            _ = pipe.fill()
            let holder = try box.start("--max-age=1m", output: pipe.writing)
            try waitUntil("its quote is in the cache") { box.cached != nil }
            let run = try box.run("--max-age=1ms", "--max-time=10s")
            #expect(run.status == 0 && run.errors.isEmpty && run.ownTime < .seconds(4), "\(run)")
            #expect(waitpid(holder.pid, nil, WNOHANG) == 0)
            kill(holder.pid, SIGTERM)
            #expect(holder.wait().ending == .signal(SIGTERM))
        }

        @Test(arguments: ["mkdir", "ln -s target", "mkfifo"])
        func run_whenLockFileIsSomethingElse_proceeds(_ command: String) throws {
            let box = try Sandbox()
            try box.makeCacheDirectory()
            try box.shell(
                "cd '\(box.cacheDirectory)' && echo untouched > target && \(command) \(Sandbox.fetchLockName())")
            let run = try box.run("--max-age=1m", limit: .seconds(5))
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            try box.run("--max-age=1m").expect { $0.text.contains("cached") && $0.status == 0 }
            #expect(box.contents("\(box.cacheDirectory)/target") == "untouched\n")
        }
    }
}

/// A run in the background of a test, and the files with its output.
private struct Run {
    let program: Program
    let path: String
    var errors: String { "\(path).errors" }

    init(_ box: Sandbox, _ options: String...) throws {
        path = "\(box.work)/\(UUID().uuidString)"
        let files = [path, "\(path).errors"].map { (file: String) in open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { (files + [null]).forEach { close($0) } }
        program = try Program(
            Program.btcq, (["--json", "--timeout=10s", "--max-time=20s"] + options).map { Array($0.utf8) },
            environment: box.environment, directory: box.work, descriptors: [null] + files)
    }

    /// Whether it holds the fetch lock or waits for it.
    var isAtFetchLock: Bool { Sandbox.isAtFetchLock(program.pid) }
}
