import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Whatever the network, another run or the user does, the process ends within 50 ms of its deadline, and what it has
    /// abandoned does no harm.
    @Suite struct DeadlineTests {
        private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"

        private static let faults: [String: [Step]] = [
            "silent": [.holdOpen], "status line drips": .drip(head, every: .milliseconds(40)),
            "headers drip": .raw("HTTP/1.1 200 OK\r\nX: ")
                + .drip(String(repeating: "a", count: 100), every: .milliseconds(20)),
            "body drips": .raw(head) + .drip(String(repeating: " ", count: 100), every: .milliseconds(20)),
            "headers stall": .raw("HTTP/1.1 200 OK\r\nX: y\r\n") + [.holdOpen],
            "body stalls": .raw(head + "{") + [.holdOpen],
            "interim responses drip": .drip("HTTP/1.1 100 Continue\r\n\r\n", every: .milliseconds(20)) + [.holdOpen],
        ]

        @Test(arguments: faults.keys.sorted(), [true, false])
        func run_whenBothSourcesStall_endsAtItsDeadline(_ name: String, _ hasCache: Bool) throws {
            let box = try Sandbox()
            box.respond("binance", "coinbase", with: try #require(Self.faults[name]))
            if hasCache { try box.cache(age: 300) }
            try expectEndAtTheDeadline(box, status: hasCache ? 3 : 1)
        }

        @Test func run_whenNoConnectionIsAccepted_endsAtItsDeadline() throws {
            let box = try Sandbox()
            let full = try Listener(backlog: 0)
            let waiting = try (0..<4).map { _ in try full.connectInVain() }
            defer { waiting.forEach { $0.close() } }
            for source in ["binance", "coinbase"] { box.setURL(source, "http://127.0.0.1:\(full.port)") }
            try expectEndAtTheDeadline(box)
        }

        @Test func run_whenTheHandshakeStalls_endsAtItsDeadline() throws {
            let box = try Sandbox()
            for source in ["binance", "coinbase"] { box.setURL(source, "https://127.0.0.1:\(box.exchange.port)") }
            try expectEndAtTheDeadline(box)
        }

        /// In a network namespace, whose only name server is a socket that never responds.
        @Test(.needsNamespace)
        func run_whenTheNameServerIsSilent_endsAtItsDeadline() throws {
            let box = try Sandbox()
            for source in ["binance", "coinbase"] { box.environment["BTCQ_\(source.uppercased())_URL"] = nil }
            try box.cache(age: 300)
            let start = Date()
            let run = try box.shell(
                inNamespace: NameServer.start(answers: "", in: box) + """
                    date +%s.%N > start
                    exec btcq --max-time 400ms
                    """, network: true)
            let preparation =
                try #require(Double(box.contents("\(box.work)/start").dropLast())) - start.timeIntervalSince1970
            let line = #/btcq: no fresh quote: binance: no response in .*; coinbase: no response in .*\n/#
            run.expect(3, errors: .matches(line), maximum: .seconds(preparation) + .milliseconds(450))
        }

        #if os(Linux)
            /// Starting a thread waits for the loader's lock while a library is being opened: all threads are started
            /// before. This libcurl is a pipe without a writer: opening it blocks like a library on a disk that hangs.
            @Test(.needsNoSanitizer, arguments: [true, false])
            func run_whenLibcurlCannotBeRead_endsAtItsDeadline(_ hasFallback: Bool) throws {
                let box = try Sandbox()
                try box.cache()
                try box.shell("mkfifo libcurl.so.4 libcurl-gnutls.so.4")
                box.environment["LD_LIBRARY_PATH"] = box.work
                let options = hasFallback ? ["-t", "100ms"] : ["-s", "binance"]
                let run = try box.run(options + ["-m", "300ms"], limit: .seconds(5)).expect(
                    3, .cached("kraken", "5m"), errors: .contains("binance: no response in "),
                    minimum: .milliseconds(300), maximum: .milliseconds(350))
                #expect(run.errors.contains("coinbase: no response in ") == hasFallback, "\(run)")
            }

            /// glibc's way to fill what is allocated: elsewhere it is zero by luck.
            @Test(.needsNoSanitizer) func run_whenMemoryContainsGarbage_endsAtItsDeadline() throws {
                let box = try Sandbox(binance: "silent", coinbase: "silent")
                box.environment["MALLOC_PERTURB_"] = "90"
                try box.run("-t", "50ms", "-m", "300ms").expect(1, errors: .contains("binance: no response in "))
                box.set("coinbase", "ok")
                try box.run("-v", "-t", "50ms").expect(0, .live("coinbase"))
            }
        #endif

        /// Bodies are parsed on the threads that received them, and their keys are bytes: comparing such keys as strings by
        /// canonical equivalence takes ten seconds in all.
        @Test func run_whenAResponseIsSlowToParse_endsAtItsDeadline() throws {
            let box = try Sandbox()
            let marks = String(repeating: "\u{651}\u{64E}", count: 14 << 10)
            let keys = (0..<880).map { #""k\#($0)":1"# }.joined(separator: ",")
            let body = #"{"symbol":"BTCUSDT","lastPrice":"68901.23","\#(marks)":1,\#(keys)}"#
            #expect(body.utf8.count > 60 << 10 && body.utf8.count <= 64 << 10)
            box.respond("binance", "coinbase", with: .respond(body: body))
            let run = try box.run("-t", "100ms", "-m", "300ms")
            #expect(run.ownTime < .milliseconds(350) + Program.allowance && (isSanitized || run.status == 0), "\(run)")
        }

        // Locks that another run holds.

        /// Both sources respond with a rate limit just before the deadline.
        @Test func run_whenTheRateLimitsAreLocked_endsAtItsDeadline() throws {
            let box = try Sandbox()
            let limit = [Step].respond(429, body: "")
            box.respond("binance", with: limit.delayed(.milliseconds(275)))
            box.respond("coinbase", with: limit.delayed(.milliseconds(265)))
            let lock = try box.acquireLock(Sandbox.rateLimitLockName)
            defer { close(lock) }
            try box.run("-t", "10ms", "-m", "300ms").expect(1, maximum: .milliseconds(350))
        }

        /// The quote comes shortly before the deadline, and is stored without comparing.
        @Test func run_whenTheCacheIsLocked_endsAtItsDeadline() throws {
            let box = try Sandbox(binance: "slow-120")
            try box.cache(age: 300)
            let lock = try box.acquireLock("BTC-USD.lock")
            defer { close(lock) }
            try box.run("-s", "binance", "-m", "300ms").expect(0, .live("binance"), maximum: .milliseconds(350))
            #expect(box.cached?.price == "68901.23")
        }

        @Test func run_whenTheOutputFileIsLocked_endsAtItsDeadline() throws {
            let box = try Sandbox(binance: "slow-120")
            let rows = open("\(box.work)/rows.csv", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(rows) }
            try #require(RecordLock.acquire(rows))
            try box.shell("exec btcq -c -s binance -m 900ms >> rows.csv").expect(0, maximum: .milliseconds(950))
            let text = box.contents("\(box.work)/rows.csv")
            #expect(text.hasSuffix(",68901.23,USD,BTCUSDT,binance,false,false,0\n"))
        }

        // Threads.

        /// A loser's thread owns whatever it may still use: here it responds after the race has ended, while the process
        /// still runs because its output is not read.
        @Test func loser_whenItRespondsAfterTheRace_doesNoHarm() throws {
            let box = try Sandbox()
            box.holdAll()
            box.set("coinbase", "ok")
            let pipe = try Pipe()
            let filling = pipe.fill()
            let run = try box.start("-n", "--timeout", "20ms", output: pipe.writing)
            try waitUntil("the quote is in the cache") { box.cached != nil }
            box.gate.open()
            #if os(Linux)
                // Its thread ends after its report.
                let tasks = "/proc/\(run.pid)/task"
                try waitUntil("the loser's thread has ended") {
                    isSanitized || (try? FileManager.default.contentsOfDirectory(atPath: tasks))?.count == 1
                }
            #else
                try waitUntil("the loser is disconnected") { box.exchange.openConnections == 0 }
            #endif
            let text = pipe.drain(filling + "68901.23\n".utf8.count)
            run.result().expect(0)
            #expect(String(decoding: text.suffix(10), as: UTF8.self) == "x68901.23\n")
        }

        @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
        func signal_duringTheFetch_endsItAtOnceWithACompleteCache(_ signal: Int32) throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            let run = try box.start("--timeout", "100ms", "--max-time", "20s")
            try box.waitUntilAsked(2)
            let sent = ContinuousClock.now
            kill(run.pid, signal)
            let end = run.result().end
            let elapsed = ContinuousClock.now - sent - end.delay
            #expect(end.ending == .signal(signal) && elapsed < .milliseconds(100) + Program.allowance)
            #expect(box.contents(box.cacheFile) == before)
        }

        #if os(Linux)
            /// A peer that disconnects while something is sent to it is an error, on either thread.
            @Test func transferThreads_haveSIGPIPEBlockedAndTheMainThreadHasNot() throws {
                let box = try Sandbox(binance: "silent", coinbase: "silent")
                let run = try box.start("--timeout", "100ms", "--max-time", "20s")
                try box.waitUntilAsked(2)
                let tasks = "/proc/\(run.pid)/task"
                let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
                #expect(isSanitized || threads.count == 3, "\(threads)")
                let blocking = try threads.filter { thread in
                    try Sandbox.signals("SigBlk", in: "\(tasks)/\(thread)/status") == [SIGPIPE]
                }
                #expect(blocking.count == 2 && !blocking.contains("\(run.pid)"), "\(blocking)")
            }
        #endif

        private func expectEndAtTheDeadline(
            _ box: Sandbox, status: Int32 = 1, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let run = try box.run("--timeout", "100ms", "--max-time", "300ms").expect(
                status, status == 3 ? .cached("kraken", "5m") : "", minimum: .milliseconds(300),
                maximum: .milliseconds(350), sourceLocation: sourceLocation)
            #expect(run.errorLines.count == 1, "\(run)", sourceLocation: sourceLocation)
        }
    }
}
