import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Whatever the network, another run or the user does, the process ends within 50 ms of its deadline, and what it
    /// has abandoned does no harm.
    @Suite struct DeadlineTests {
        /// What both sources do, or who is in their place.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let arrange: @Sendable (Sandbox) throws -> Void

            init(_ description: String, _ arrange: @escaping @Sendable (Sandbox) throws -> Void) {
                (testDescription, self.arrange) = (description, arrange)
            }

            init(_ description: String, _ steps: [Step]) {
                self.init(description) { $0.respond("binance", "bitstamp", with: steps) }
            }
        }

        /// systemd sets such a slack for units with `TimerSlackNSec=`. Each wait would take three seconds longer.
        private static func withTimerSlack(_ arguments: String) -> String {
            "echo 3000000000 >/proc/self/timerslack_ns && exec btcq \(arguments)"
        }

        @Test(.enabled(if: access("/proc/self/timerslack_ns", W_OK) == 0, "needs /proc/self/timerslack_ns"))
        func waits_afterALargeTimerSlackIsInherited_areExact() throws {
            let box = try Sandbox(binance: "silent")
            try box.shell(Self.withTimerSlack("-m3")).expect(0, .live("bitstamp"), maximum: .milliseconds(2500))
            box.set("binance", "ok")
            let fetchLock = try box.acquireLock(Sandbox.fetchLockName)
            defer { close(fetchLock) }
            try box.shell(Self.withTimerSlack("-a 1ms -m 2s")).expect(0, maximum: .milliseconds(2500))
        }

        private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"

        private static let faults = [
            Case("silent", [.holdOpen]), Case("status line drips", .drip(head, every: .milliseconds(40))),
            Case(
                "headers drip",
                .raw("HTTP/1.1 200 OK\r\nX: ")
                    + .drip(String(repeating: "a", count: 100), every: .milliseconds(20))),
            Case("body drips", .raw(head) + .drip(String(repeating: " ", count: 100), every: .milliseconds(20))),
            Case("body stalls", .raw(head + "{") + [.holdOpen]),
            Case("silent, with a cached quote") {
                $0.setAll("silent")
                try $0.cache(age: 300)
            },
            Case("handshake stalls") { box in
                for source in ["binance", "bitstamp"] { box.setURL(source, "https://127.0.0.1:\(box.exchange.port)") }
            },
            Case("no connection is accepted") { box in
                let full = try Listener(backlog: 0)
                box.servers.append(full)
                for _ in 0..<4 { try full.connectInVain() }
                for source in ["binance", "bitstamp"] { box.setURL(source, "http://127.0.0.1:\(full.port)") }
            },
        ]

        @Test(arguments: faults)
        func run_whenBothSourcesStall_endsAtItsDeadline(_ test: Case) throws {
            let box = try Sandbox()
            try test.arrange(box)
            let hasCache = box.cached != nil
            // A request ends 20 ms before the run (`FetchLimits.reportTime`).
            let run = try box.run("--timeout", "60ms", "--max-time", "200ms").expect(
                hasCache ? 3 : 1, hasCache ? .cached("kraken", "5m") : "", minimum: .milliseconds(180),
                maximum: .milliseconds(250))
            #expect(run.errorLines.count == 1, "\(run)")
        }

        /// In a network namespace, whose only name server is a socket that never responds.
        @Test(.needsNetwork) func run_whenTheNameServerIsSilent_endsAtItsDeadline() throws {
            let box = try Sandbox()
            for source in ["binance", "bitstamp"] { box.environment["BTCQ_\(source.uppercased())_URL"] = nil }
            try box.cache(age: 300)
            let start = Date()
            let run = try box.shell(
                inNamespace: NameServer.start(records: "", in: box) + """
                    date +%s.%N > start
                    exec btcq --timeout 100ms --max-time 1s
                    """, network: true)
            let preparation =
                try #require(Double(box.contents("\(box.work)/start").dropLast())) - start.timeIntervalSince1970
            run.expect(3, maximum: .seconds(preparation) + .milliseconds(1050))
        }

        #if os(Linux)
            /// The clock of the system is set back by an hour during the run, and then again and again.
            @Test(.needsClang) func run_whenTheClockIsSetBack_endsAtItsDeadline() throws {
                let box = try Sandbox(binance: "silent", bitstamp: "silent")
                try box.preload(CLibrary.clockThatIsSetBack)
                try box.run("-t", "60ms", "-m", "200ms").expect(
                    1, minimum: .milliseconds(180), maximum: .milliseconds(250))
            }

            /// Starting a thread waits for the loader's lock while a library is being opened: all threads are started
            /// before. This libcurl is a pipe without a writer: opening it blocks like a library on a disk that hangs.
            @Test(.needsNoSanitizer) func run_whenLibcurlCannotBeRead_endsAtItsDeadline() throws {
                let box = try Sandbox()
                try box.cache()
                try box.shell("mkfifo libcurl.so.4 libcurl-gnutls.so.4")
                box.environment["LD_LIBRARY_PATH"] = box.work
                try box.run("-t", "60ms", "-m", "1s").expect(
                    3, .cached("kraken", "5m"), minimum: .seconds(1), maximum: .milliseconds(1050))
            }
        #endif

        // Locks that another run holds.

        /// The quote comes shortly before the deadline, and is stored without comparing.
        @Test func run_whenTheCacheIsLocked_endsAtItsDeadline() throws {
            // With all of its 250 ms, the wait for the lock would end after 1080 ms.
            let box = try Sandbox(binance: "slow-830")
            let lock = try box.acquireLock(Sandbox.cacheLockName)
            defer { close(lock) }
            try box.runUntilQuote { try box.run("-s", "binance", "-m", "1s") }
                .expect(0, .live("binance"), maximum: .milliseconds(1050))
            #expect(box.cached?.price == "68901.23")
        }

        @Test func run_whenTheOutputFileIsLocked_endsAtItsDeadline() throws {
            let box = try Sandbox(binance: "slow-500")
            let rows = open("\(box.work)/rows.csv", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(rows) }
            try #require(RecordLock.acquire(rows))
            try box.runUntilQuote { try box.shell("exec btcq -c -s binance -m 700ms >> rows.csv") }
                .expect(0, minimum: .milliseconds(700), maximum: .milliseconds(750))
            let text = box.contents("\(box.work)/rows.csv")
            #expect(text.hasSuffix(",68901.23,USD,BTCUSDT,binance,false,false,0,2.31\n"))
        }

        // Threads.

        /// A peer that disconnects while something is sent to it is an error, on either thread.
        @Test func signal_duringTheFetch_endsItAtOnceWithACompleteCache() throws {
            let box = try Sandbox(binance: "silent", bitstamp: "silent")
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            let run = try box.start("--timeout", "100ms", "--max-time", "20s")
            try box.waitUntilAsked(2)
            #if os(Linux)
                let tasks = "/proc/\(run.pid)/task"
                let threads = try FileManager.default.contentsOfDirectory(atPath: tasks)
                #expect(isSanitized || threads.count == 3, "\(threads)")
                let blocking = try threads.filter { thread in
                    try Sandbox.signals("SigBlk", in: "\(tasks)/\(thread)/status") == [SIGPIPE]
                }
                #expect(blocking.count == 2 && !blocking.contains("\(run.pid)"), "SIGPIPE: \(blocking)")
            #endif
            let sent = ContinuousClock.now
            kill(run.pid, SIGTERM)
            let end = run.result().end
            let elapsed = ContinuousClock.now - sent - end.delay
            #expect(end.ending == .signal(SIGTERM) && elapsed < .seconds(1) + Program.allowance)
            #expect(box.contents(box.cacheFile) == before)
        }
    }
}
