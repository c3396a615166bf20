import Foundation
import Testing

extension EndToEnd {
    /// Nothing about stderr delays or prevents the quote.
    @Suite struct StderrTests {
        @Test(arguments: [true, false])
        func stderr_whenItsReaderHasClosedIt_preventsNothing(_ isStale: Bool) throws {
            let box = try box(isStale: isStale)
            let pipe = try Pipe()
            pipe.closeReading()
            let (end, text) = try run(box, errors: pipe.writing)
            #expect(end.ending == .status(isStale ? 3 : 0) && text.hasPrefix("$"), "\(end) \(text)")
            #expect(box.cached?.price == (isStale ? "60000.5" : "68901.23"))
        }

        @Test(arguments: [true, false], [true, false])
        func fullPipe_isGivenTwentyMillisecondsAndNoMore(_ isStale: Bool, _ isBlocking: Bool) throws {
            let box = try box(isStale: isStale)
            let pipe = try Pipe(isBlocking: isBlocking)
            let filling = pipe.fill()
            let (end, text) = try run(box, errors: pipe.writing)
            #expect(end.ending == .status(isStale ? 3 : 0) && text.hasPrefix("$"), "\(end) \(text)")
            #expect(end.ownTime < .milliseconds(300) + Program.allowance, "\(end)")
            #expect(box.cached?.price == (isStale ? "60000.5" : "68901.23"))
            #expect(pipe.readAll() == Array(repeating: UInt8(ascii: "x"), count: filling))
        }

        /// A clock on the wall cannot tell 20 ms from 19.
        @Test(.enabled(if: Program.tool("strace") != nil && !Program.isSanitized, "strace is missing, or of no use"))
        func write_hasTwentyMilliseconds() throws {
            let box = try Sandbox()
            try box.shell("strace -f -e trace=setitimer -o trace btcq -v")
            let trace = box.contents("\(box.work)/trace")
            #expect(trace.contains("it_value={tv_sec=0, tv_usec=20000}"), "\(trace)")
        }

        /// Without a message, or with a closed stderr, nothing is written to it.
        @Test(
            .enabled(if: Program.tool("strace") != nil && !Program.isSanitized, "strace is missing, or of no use"),
            arguments: ["btcq -o", "btcq -ov 2>&-"])
        func write_withoutAMessageOrWithClosedStderr_doesNotHappen(_ command: String) throws {
            let box = try Sandbox()
            try box.cache()
            let run = try box.shell("strace -f -e trace=setitimer,write -o trace sh -c 'exec \(command)'")
            #expect(run.status == 3 && run.text.hasPrefix("$60,000.50 "), "\(run)")
            let trace = box.contents("\(box.work)/trace")
            #expect(trace.contains("write(1, "), "\(trace)")
            #expect(!trace.contains("write(2, ") && !trace.contains("setitimer("), "\(trace)")
        }

        /// The caller may have blocked the signal that interrupts a write.
        @Test func fullPipe_whenAlarmsAreBlocked_isGivenUpToo() throws {
            let box = try Sandbox()
            let pipe = try Pipe()
            let filling = pipe.fill()
            let program = try box.start("-v", errors: pipe.writing, blocking: SIGALRM)
            #expect(program.wait(atMost: .seconds(10)).ending == .status(0))
            #expect(pipe.readAll().count == filling)
        }

        @Test func fullPipe_doesNotDelayTheDeadline() throws {
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            let pipe = try Pipe()
            _ = pipe.fill()
            let end = try box.start("-t", "100ms", "-m", "300ms", errors: pipe.writing).end()
            #expect(end.ending == .status(1) && end.elapsed >= .milliseconds(300), "\(end)")
            #expect(end.ownTime < .milliseconds(350) + Program.allowance, "\(end)")
        }

        @Test func messages_areOneWriteAfterTheQuoteAndTheCache() throws {
            let box = try Sandbox(binance: "status-500")
            let both = try WrittenPieces()
            let end = try box.start("-v", output: both.writing, errors: both.writing).end()
            let pieces = both.pieces()
            #expect(end.ending == .status(0) && pieces.count == 2, "\(end) \(pieces)")
            #expect(pieces.first?.hasPrefix("$68,901.23 ") == true, "\(pieces)")
            #expect(pieces.last?.hasPrefix("btcq: binance: HTTP 500; ") == true, "\(pieces)")
            #expect(pieces.last?.contains("\nbtcq: coinbase: 68901.23; ") == true, "\(pieces)")
        }

        @Test func usageError_isOneWriteToo() throws {
            let (box, errors) = (try Sandbox(), try WrittenPieces())
            let end = try box.start("--nope", errors: errors.writing).end()
            #expect(end.ending == .status(2))
            #expect(errors.pieces() == ["btcq: unknown option --nope\nTry 'btcq --help'.\n"])
        }

        /// A run with messages: the results of the sources, or why the quote is stale.
        private func box(isStale: Bool) throws -> Sandbox {
            let box = try isStale ? Sandbox(binance: "status-500", coinbase: "status-500") : Sandbox()
            if isStale { try box.cache() }
            return box
        }

        private func run(_ box: Sandbox, errors: Int32) throws -> (Program.End, String) {
            let path = "\(box.directory)/output"
            let output = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(output) }
            return (try box.start("-v", output: output, errors: errors).end(), box.contents(path))
        }
    }
}
