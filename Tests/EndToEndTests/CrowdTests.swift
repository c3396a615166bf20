import Foundation
import StubExchange
import TestSupport
import Testing

import struct TestSupport.SeededGenerator

extension EndToEnd {
    /// Any number of runs at once.
    @Suite struct CrowdTests {
        @Test func hundredRunsAtOnce_leaveOneCompleteQuoteAndNoTemporaryFile() throws {
            let box = try Sandbox()
            respondWithManyPrices(box, Locked(SeededGenerator()))
            let programs = try (0..<100).map { _ in try box.start("--max-time", "20s", "--timeout", "15s") }
            for program in programs { #expect(program.wait().ending == .status(0)) }
            #expect(box.cached?.source == "binance")
            #expect(try filesInTheCache(box) == ["BTC-USD.json", "BTC-USD.lock"])
        }

        @Test func fiftyRunsAppendingToOneCSV_writeOneHeaderAndCompleteRows() throws {
            let box = try Sandbox()
            for _ in 0..<5 {
                let path = "\(box.work)/\(UUID().uuidString).csv"
                let files = (0..<50).map { _ in open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
                let programs = try files.map { try box.start("--csv", "--max-time", "20s", output: $0) }
                for program in programs { #expect(program.wait().ending == .status(0)) }
                files.forEach { close($0) }
                let lines = box.contents(path).split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.count == 52 && lines.last == "")
                #expect(lines.first == "timestamp,price,currency,pair,source,cached,stale,age")
                let row = #/[\dTZ:-]{20},68901\.23,USD,(BTCUSDT,binance|BTC-USD,coinbase),false,false,0/#
                for line in lines.dropFirst().dropLast() { #expect(try row.wholeMatch(in: line) != nil, "\(line)") }
            }
        }

        @Test func twoHundredRunsKilledAtRandomTimes_leaveACompleteCache() throws {
            let box = try Sandbox()
            let random = Locked(SeededGenerator())
            respondWithManyPrices(box, random)
            try box.run()
            for _ in 0..<50 {
                let programs = try (0..<4).map { _ in try box.start() }
                for program in programs {
                    usleep(random.withLock { UInt32.random(in: 0...12_000, using: &$0) })
                    kill(program.pid, SIGKILL)
                }
                programs.forEach { _ = $0.wait() }
                #expect(box.cached?.source == "binance", "\(random.withLock(\.self))")
            }
            // A temporary file that a killed run has left is removed when it is a minute old.
            for name in try filesInTheCache(box) where name.hasPrefix("BTC-USD.json.new.") {
                let old = Date(timeIntervalSinceNow: -61)
                try FileManager.default.setAttributes(
                    [.modificationDate: old], ofItemAtPath: "\(box.cacheDirectory)/\(name)")
            }
            try box.run()
            let files = try filesInTheCache(box)
            #expect(
                files == ["BTC-USD.json", "BTC-USD.lock", "backoff.lock"] || files == ["BTC-USD.json", "BTC-USD.lock"])
        }

        /// A smaller version of what `scripts/soak --crowd` does.
        @Test(
            .enabled(if: Sandbox.seesProcesses, "no /proc to see refreshes"),
            arguments: [("ok", ["binance"]), ("status-500", ["binance", "coinbase"])])
        func fiveHundredPromptsFromTwentyShells_startOneRefreshInTenSeconds(_ route: String, _ sources: [String]) throws
        {
            let box = try Sandbox(binance: route, coinbase: route)
            defer { box.endRefreshes() }
            let ends = Locked<[Program.End]>([])
            let start = ContinuousClock.now
            let shells = (0..<20).map { shell in
                let (environment, directory) = (box.environment, box.work)
                return Thread {
                    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
                    defer { close(null) }
                    for number in 0..<25 {
                        // The shells are out of step.
                        let time = start + .milliseconds(120 * number + 6 * shell)
                        usleep(UInt32(max(0, (time - .now) / .microseconds(1))))
                        let prompt = try? Program(
                            Program.btcq, [Array("-b".utf8)], environment: environment, directory: directory,
                            descriptors: [null, null, null])
                        guard let end = prompt?.end() else { continue }
                        ends.withLock { $0.append(end) }
                    }
                }
            }
            shells.forEach { $0.start() }
            try waitUntil("the prompts have ended", atMost: .seconds(60)) { shells.allSatisfy(\.isFinished) }
            let elapsed = ContinuousClock.now - start
            try box.waitForRefreshes(atMost: .seconds(10))
            let prompts = ends.withLock(\.self)
            #expect(prompts.count == 500)
            #expect(prompts.allSatisfy { [.status(0), .status(1), .status(3)].contains($0.ending) })
            let worst = prompts.map(\.ownTime).max() ?? .zero
            #expect(worst < .milliseconds(100) + Program.allowance, "\(worst)")
            // A failed refresh takes almost no time.
            let maxRequests = 1 + Int(elapsed / .seconds(10))
            for source in sources { #expect((1...maxRequests).contains(box.askedSources.count { $0 == source })) }
            #expect(Set(box.askedSources) == Set(sources))
        }

        private func respondWithManyPrices(_ box: Sandbox, _ random: Locked<SeededGenerator>) {
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("random") { request in
                let price = random.withLock { random in
                    "\(Int.random(in: 1...999_999_999, using: &random)).\(Int.random(in: 1...9, using: &random))"
                }
                return StubExchange.response(to: request, price: price)
            }
        }

        private func filesInTheCache(_ box: Sandbox) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory).sorted()
        }
    }
}
