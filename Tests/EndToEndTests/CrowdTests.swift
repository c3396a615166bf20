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
