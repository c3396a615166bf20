import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// The three rules that keep the race sound.
    @Suite struct RaceRuleTests {
        /// A loser's thread owns whatever it may still use: here it responds after the race has ended, while the process
        /// still runs because its output is not read.
        @Test func loser_whenItRespondsAfterTheRace_doesNoHarm() throws {
            let box = try Sandbox()
            let mayRespond = Locked(false)
            box.environment["BTCQ_BINANCE_URL"] = box.exchange.on("late") { request in
                try? waitUntil("the race is over") { mayRespond.withLock(\.self) }
                return StubExchange.response(to: request, price: "1")
            }
            let pipe = try Pipe()
            let filling = pipe.fill()
            let program = try box.start("-n", "--timeout", "20ms", output: pipe.writing)
            try waitUntil("the quote is in the cache") { box.cached != nil }
            mayRespond.withLock { $0 = true }
            #if os(Linux)
                // Its thread ends after its report.
                let tasks = "/proc/\(program.pid)/task"
                try waitUntil("the loser's thread has ended") {
                    Program.isSanitized || (try? FileManager.default.contentsOfDirectory(atPath: tasks))?.count == 1
                }
            #else
                usleep(200_000)
            #endif
            let text = pipe.drain(filling + "68901.23\n".utf8.count)
            #expect(program.wait().ending == .status(0))
            #expect(String(decoding: text.suffix(10), as: UTF8.self) == "x68901.23\n")
        }

        #if os(Linux)
            /// Starting a thread waits for the loader's lock while a library is being opened: all threads are started
            /// before. This libcurl is a pipe without a writer: opening it blocks like a library on a disk that hangs.
            @Test(
                .disabled(if: Program.isSanitized, "a sanitizer looks at every library"),
                arguments: [true, false])
            func run_whenLibcurlCannotBeRead_endsAtItsDeadline(_ hasFallback: Bool) throws {
                let box = try Sandbox()
                try box.cache()
                let libraries = "\(box.directory)/libraries"
                try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
                for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
                    #expect(mkfifo("\(libraries)/\(name)", 0o600) == 0)
                }
                box.environment["LD_LIBRARY_PATH"] = libraries
                let run =
                    try hasFallback
                    ? box.run("-t", "100ms", "-m", "300ms", limit: .seconds(5))
                    : box.run("-s", "binance", "-m", "300ms", limit: .seconds(5))
                #expect(run.status == 3 && run.text.hasSuffix(" kraken XBTUSD (cached, 5m old)\n"), "\(run)")
                #expect(run.elapsed >= .milliseconds(300) && run.ownTime < .milliseconds(350), "\(run)")
                #expect(run.errors.contains("binance: no response in "), "\(run)")
                #expect(run.errors.contains("coinbase: no response in ") == hasFallback, "\(run)")
            }
        #endif

        /// Bodies are parsed on the threads that received them, and their keys are bytes: comparing such keys as strings by
        /// canonical equivalence takes ten seconds in all.
        @Test func run_whenAResponseIsSlowToParse_endsAtItsDeadline() throws {
            let box = try Sandbox()
            let marks = String(repeating: "\u{651}\u{64E}", count: 14 << 10)
            let keys = (0..<880).map { #""k\#($0)":1"# }.joined(separator: ",")
            let body = #"{"symbol":"BTCUSDT","price":"68901.23","\#(marks)":1,\#(keys)}"#
            #expect(body.utf8.count > 60 << 10 && body.utf8.count <= 64 << 10)
            let url = box.exchange.on("slow", .respond(body: body))
            box.environment["BTCQ_BINANCE_URL"] = url
            box.environment["BTCQ_COINBASE_URL"] = url
            let run = try box.run("-t", "100ms", "-m", "300ms")
            #expect(run.ownTime < .milliseconds(350) + Program.allowance, "\(run)")
            #expect(Program.isSanitized || run.status == 0, "\(run)")
        }
    }
}
