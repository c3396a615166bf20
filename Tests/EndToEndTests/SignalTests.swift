import Foundation
import StubExchange
import Testing

extension EndToEnd {
    @Suite struct SignalTests {
        @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
        func signalDuringTheFetch_endsItAtOnceBySignalWithTheCacheWhole(_ signal: Int32) throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            let program = try box.start("--timeout", "100ms", "--max-time", "20s")
            try waitUntil("both were asked") { box.exchange.requests.count == 2 }
            let sent = ContinuousClock.now
            kill(program.pid, signal)
            #expect(program.wait().ending == .signal(signal))
            #expect(ContinuousClock.now - sent < .milliseconds(100) + Program.allowance)
            #expect(box.contents(box.cacheFile) == before)
        }
    }
}
