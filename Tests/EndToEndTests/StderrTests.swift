import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Nothing about stderr delays or prevents the quote.
    @Suite struct StderrTests {
        /// A run that waits at a full pipe would wait for ever.
        private static let limit = Duration.seconds(10)

        @Test func stderr_whenItsReaderHasClosedIt_preventsNothing() throws {
            let (box, pipe) = (try Sandbox(), try Pipe())
            pipe.closeReading()
            try box.start("-v", errors: pipe.writing).result().expect(0, .live("binance"))
            #expect(box.cached?.price == "68901.23")
        }

        @Test(arguments: [(false, true), (true, false)])
        func fullPipe_delaysNothingAndReceivesNothing(_ isStale: Bool, _ isBlocking: Bool) throws {
            let box = try isStale ? Sandbox(binance: "status-500", bitstamp: "status-500") : Sandbox()
            if isStale { try box.cache() }
            let pipe = try Pipe(isBlocking: isBlocking)
            let filling = pipe.fill()
            try box.start("-v", errors: pipe.writing).result(atMost: Self.limit).expect(
                isStale ? 3 : 0, isStale ? .cached("kraken", "5m") : .live("binance"), maximum: .milliseconds(300))
            #expect(box.cached?.price == (isStale ? "60000.5" : "68901.23"))
            #expect(pipe.countAll() == filling)
        }

        @Test func fullPipe_doesNotDelayTheDeadline() throws {
            let (box, pipe) = (try Sandbox(binance: "silent", bitstamp: "silent"), try Pipe())
            pipe.fill()
            try box.start("-t", "100ms", "-m", "300ms", errors: pipe.writing).result(atMost: Self.limit).expect(
                1, minimum: .milliseconds(300), maximum: .milliseconds(350))
        }

        /// The caller may have blocked or ignored the signal that interrupts a write.
        @Test(arguments: [true, false])
        func fullPipe_whenAlarmsAreBlockedOrIgnored_delaysNothing(_ isBlocked: Bool) throws {
            let (box, pipe) = (try Sandbox(), try Pipe())
            let filling = pipe.fill()
            let command = ["-c", "\(isBlocked ? "" : "trap '' ALRM; ")exec btcq -v"]
            try box.start(command, path: "/bin/sh", errors: pipe.writing, blocking: isBlocked ? SIGALRM : nil)
                .result(atMost: Self.limit).expect(0)
            #expect(pipe.countAll() == filling)
        }

        /// It would stop until it is continued.
        @Test(.needs("script")) func terminal_thatStopsProcessesInTheBackground_doesNotStopIt() throws {
            let box = try Sandbox(binance: "status-500")
            let command = "stty tostop; set -m; btcq --source binance & wait $!"
            try box.shell("script -qec '\(command)' /dev/null </dev/null").expect(
                1, .suffix("binance: HTTP 500\r\n"))
        }

        @Test func messages_areOneWriteAfterTheQuote() throws {
            let (box, both) = (try Sandbox(binance: "status-500"), try WrittenPieces())
            try box.start("-v", output: both.writing, errors: both.writing).result().expect(0)
            let pieces = both.pieces()
            try #require(pieces.count == 2)
            #expect(pieces[0].hasPrefix("$68,901.23 "))
            #expect(pieces[1].contains("btcq: binance: HTTP 500;") && pieces[1].contains("btcq: bitstamp: 68901.23;"))
        }
    }
}
