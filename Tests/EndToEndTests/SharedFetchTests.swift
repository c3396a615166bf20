import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// What runs share makes none of them fail that would succeed without it.
    @Suite struct SharedFetchTests {
        enum Obstacle: String, CaseIterable {
            case directory, fullDisk, fileSizeLimit
        }

        /// Each of them waits for another one's fetch for at most half of its time, and then fetches by itself.
        @Test(arguments: Obstacle.allCases)
        func thirtyRuns_whenCacheCannotBeWritten_allPrintAQuote(_ obstacle: Obstacle) throws {
            guard obstacle != .fullDisk || Namespace.isAvailable else { return }
            let box = try Sandbox(binance: "slow-400")
            try box.makeCacheDirectory()
            let runs = Self.concurrentRuns(30, "btcq -a 1m -s binance -n -q -m 3s")
            let run =
                switch obstacle {
                case .directory: try box.shell("mkdir '\(box.cacheFile)'; \(runs)")
                case .fullDisk: try box.shell(Namespace.command(box.withFullDisk(runs), network: false))
                case .fileSizeLimit: try box.shell("(ulimit -f 0; \(runs)) | cat")
                }
            let lines = run.text.split(separator: "\n")
            #expect(lines.count { $0 == "68901.23" } == 30 && lines.count { $0 == "status 0" } == 30, "\(run)")
        }

        @Test func eightRunsForEachOfFourSources_allSucceedWithOneRequestForEachSource() throws {
            let box = try Sandbox()
            box.setAll("slow-400")
            let sources = ["binance", "bitstamp", "coinbase", "kraken"]
            let runs = sources.map { "btcq -a 10s -n -q -s \($0)" }.joined(separator: "; ")
            let run = try box.shell(Self.concurrentRuns(8, runs))
            let lines = run.text.split(separator: "\n")
            #expect(lines.count { $0 == "status 0" } == 32, "\(run)")
            #expect(box.askedSources.sorted() == sources)
        }

        /// A lock that was stamped over 10 s ago, or in the future, is not waited for.
        @Test(.enabled(if: Sandbox.seesProcesses, "no /proc to see refreshes"), arguments: [10.5, -1])
        func run_whenHolderIsStoppedForTooLong_fetchesAtOnce(_ age: Double) throws {
            let box = try Sandbox(binance: "silent")
            defer { box.endRefreshes() }
            let holder = try box.start("-a", "1m", "-s", "binance", "-m", "3650d")
            defer {
                kill(holder.pid, SIGKILL)
                _ = holder.wait()
            }
            try waitUntil("it fetches") { !box.asked.isEmpty }
            kill(holder.pid, SIGSTOP)
            try box.stampFetchLock(age: age)
            box.set("binance", "ok")
            let run = try box.run("-a", "1m", "-s", "binance")
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n") && run.errors.isEmpty, "\(run)")
            #expect(run.ownTime < .seconds(1) + Program.allowance, "\(run)")
            try box.stampFetchLock(age: age)
            try box.run("-b", "-a", "1ms", "-s", "binance")
            try box.waitForRefreshes()
            #expect(box.askedSources.count == 3)
        }

        @Test(.enabled(if: Sandbox.seesProcesses, "no /proc to see refreshes"))
        func run_whenHolderWasStoppedJustNow_waitsForHalfOfItsTime() throws {
            let box = try Sandbox(binance: "silent")
            let holder = try box.start("-a", "1m", "-s", "binance", "-m", "3650d")
            defer {
                kill(holder.pid, SIGKILL)
                _ = holder.wait()
            }
            try waitUntil("it fetches") { !box.asked.isEmpty }
            kill(holder.pid, SIGSTOP)
            box.set("binance", "ok")
            let run = try box.run("-a", "1m", "-s", "binance", "-m", "1s")
            #expect(run.status == 0 && run.elapsed >= .milliseconds(500), "\(run)")
            #expect(run.ownTime < .milliseconds(900) + Program.allowance, "\(run)")
        }

        /// The cache has a quote of each source.
        @Test(.enabled(if: Sandbox.seesProcesses, "no /proc to see refreshes"), arguments: ["-a1m", "-b"])
        func twoBarsWithSourcesOfTheirOwn_makeOneRequestEach(_ option: String) throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            for _ in 0..<10 {
                for source in ["binance", "kraken"] {
                    try box.run(option, "-q", "-s", source)
                    try box.waitForRefreshes()
                }
            }
            #expect(box.askedSources == ["binance", "kraken"])
            for (source, pair) in [("binance", "BTCUSDT"), ("kraken", "XBTUSD")] {
                let run = try box.run(option, "-s", source)
                #expect(run.status == 0 && run.text.contains(" \(source) \(pair) (cached, "), "\(run)")
            }
        }

        /// Shell that runs `commands`, separated by semicolons, `count` times at once. Each status follows its output.
        private static func concurrentRuns(_ count: Int, _ commands: String) -> String {
            let jobs = commands.split(separator: ";").map { "{ \($0); echo status $?; } &" }.joined(separator: " ")
            return "for i in $(seq \(count)); do \(jobs) done; wait"
        }
    }
}

extension Sandbox {
    /// Shell that runs `commands` while the file system of the cache directory is full.
    func withFullDisk(_ commands: String) -> String {
        """
        mount -t tmpfs -o size=8k,mode=700 none '\(cacheDirectory)'
        cat /dev/zero 2>/dev/null > '\(cacheDirectory)/filler'
        \(commands)
        """
    }

    fileprivate func stampFetchLock(age: Double) throws {
        let date = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: fetchLockFile())
    }
}
