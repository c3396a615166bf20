import Foundation
import StubExchange
import TestSupport
import Testing

import struct TestSupport.SeededGenerator

extension EndToEnd {
    /// Many runs at once. `scripts/soak` has more of them.
    @Suite struct CrowdTests {
        @Test func fiftyRunsAppendingToOneCSV_writeOneHeaderAndCompleteRows() throws {
            let box = try Sandbox()
            let path = "\(box.work)/rows.csv"
            let files = (0..<50).map { _ in open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
            let runs = try files.map { try box.start("--csv", "--max-time", "20s", output: $0) }
            for run in runs { run.result().expect(0) }
            files.forEach { close($0) }
            let lines = box.contents(path).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 52 && lines.last == "")
            #expect(lines.first == "timestamp,price,currency,pair,source,cached,stale,age,change_24h_percent")
            let row = #/[\dTZ:-]{20},68901\.23,USD,(BTCUSDT,binance|BTC/USD,bitstamp),false,false,0,2\.31/#
            let others = lines.dropFirst().dropLast().filter { $0.wholeMatch(of: row) == nil }
            #expect(others.isEmpty)
        }

        @Test func eightyRunsKilledAtRandomTimes_leaveACompleteCache() throws {
            let box = try Sandbox()
            let random = Locked(SeededGenerator())
            box.exchange.on("random") { request in
                let price = random.withLock { random in
                    "\(Int.random(in: 1...999_999_999, using: &random)).\(Int.random(in: 1...9, using: &random))"
                }
                return StubExchange.response(to: request, price: price)
            }
            box.set("binance", "random")
            try box.run("-s", "binance")
            for _ in 0..<20 {
                let runs = try (0..<4).map { _ in try box.start("-s", "binance") }
                for run in runs {
                    usleep(random.withLock { UInt32.random(in: 0...12_000, using: &$0) })
                    kill(run.pid, SIGKILL)
                }
                for run in runs { _ = run.result() }
                #expect(box.cached?.source == "binance", "\(random.withLock(\.self))")
            }
            // A temporary file that a killed run has left is removed when it is a minute old.
            try box.write("", to: "\(box.cacheDirectory)/BTC-USD.5.new.abcdef")
            for name in box.cacheFiles where name.hasPrefix("BTC-USD.5.new.") {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -61)],
                    ofItemAtPath: "\(box.cacheDirectory)/\(name)")
            }
            try box.run("-s", "binance")
            #expect(box.cacheFiles == ["BTC-USD.5", Sandbox.cacheLockName])
        }
    }
}
