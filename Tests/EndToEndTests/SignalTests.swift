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
            let end = program.end()
            #expect(end.ending == .signal(signal))
            #expect(ContinuousClock.now - sent - end.delay < .milliseconds(100) + Program.allowance)
            #expect(box.contents(box.cacheFile) == before)
        }

        #if os(Linux)
            /// A peer that goes away while something is sent to it is an error, on whichever thread.
            @Test func transferThreads_haveSIGPIPEBlockedAndTheMainThreadHasNot() throws {
                let box = try Sandbox(binance: "silent", coinbase: "silent")
                let program = try box.start("--timeout", "100ms", "--max-time", "20s")
                defer {
                    kill(program.pid, SIGKILL)
                    _ = program.wait()
                }
                try waitUntil("both were asked") { box.exchange.requests.count == 2 }
                let tasks = "/proc/\(program.pid)/task"
                let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
                #expect(Program.isSanitized || threads.count == 3, "\(threads)")
                let blocking = try threads.filter { thread in
                    try Sandbox.signals("SigBlk", in: "\(tasks)/\(thread)/status") == [SIGPIPE]
                }
                #expect(blocking.count == 2 && !blocking.contains("\(program.pid)"), "\(blocking)")
            }
        #endif
    }
}
