import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Whatever stdout is, the status is right, no partial row remains, and the quote is in the cache.
    @Suite struct StdoutTests {
        /// There is no /dev/full on macOS.
        @Test(
            arguments: [
                (">&-", "Bad file descriptor"), ("1< /dev/null", "Bad file descriptor"),
                ("> /dev/full", "No space left on device"),
            ].filter { $0.0 != "> /dev/full" || access("/dev/full", W_OK) == 0 })
        func stdout_whenItCannotBeWritten_isStatus4AndOneLine(_ redirection: String, _ reason: String) throws {
            let box = try Sandbox()
            for option in ["-nq", "-c", "--help"] {
                try box.shell("btcq \(option) \(redirection)").expect(
                    4, errors: "btcq: cannot write to standard output: \(reason)\n")
            }
            #expect(box.cached?.price == "68901.23")
        }

        /// As a device may do. strace injects it, for standard output only.
        @Test(.needsStrace, arguments: ["-n", "--help"])
        func stdout_whenAWriteReturnsZero_isStatus4(_ option: String) throws {
            let box = try Sandbox()
            let path = URL(filePath: box.work).resolvingSymlinksInPath().path + "/rows"
            try box.shell("exec \(Sandbox.injecting("write:retval=0", on: path)) btcq \(option) > rows").expect(
                4, errors: .suffix(": Input/output error\n"))
            #expect(box.contents(path).isEmpty && (box.cached != nil) == !option.hasPrefix("--"))
        }

        @Test(arguments: ["-c", "--help", "-f prometheus"])
        func output_isOneWrite(_ options: String) throws {
            let (box, output) = (try Sandbox(), try WrittenPieces())
            try box.start(options.split(separator: " ").map(String.init), output: output.writing).result().expect(0)
            let pieces = output.pieces()
            #expect(pieces.count == 1 && pieces[0].hasSuffix("\n"))
        }

        @Test(arguments: [
            ("btcq -c | cat", 2), ("btcq -c --header=never | cat", 1), ("btcq -c >new; cat new", 2),
            ("btcq -c >>new; btcq -c >>new; cat new", 3), ("echo >old; btcq -c >>old; cat old", 2),
            ("echo >old; btcq -c --header=always >>old; cat old", 3),
            ("echo >old; btcq -c --header=never >>old; cat old", 2),
        ])
        func csv_inAPipeOrAnEmptyFile_beginsWithItsHeader(_ commands: String, _ lines: Int) throws {
            let run = try Sandbox().shell(commands).expect(0)
            run.expect { $0.text.split(separator: "\n", omittingEmptySubsequences: false).count == lines + 1 }
        }

        @Test(arguments: [false, true])
        func run_whenItsReaderHasGone_updatesTheCacheAndSaysNothing(_ isIgnored: Bool) throws {
            let (box, pipe) = (try Sandbox(), try Pipe())
            pipe.closeReading()
            let run = try box.start(output: pipe.writing, ignoringPipes: isIgnored).result()
            #expect(run.end.ending == (isIgnored ? .status(4) : .signal(SIGPIPE)) && run.errors.isEmpty, "\(run)")
            #expect(box.cached?.price == "68901.23")
        }

        /// The output is longer than a pipe holds.
        @Test(arguments: [true, false])
        func fullPipe_isWaitedForAsleep(_ isBlocking: Bool) throws {
            let (box, pipe) = (try Sandbox(), try Pipe(isBlocking: isBlocking))
            let filling = pipe.fill()
            let output = String(repeating: "y", count: 100_000)
            let run = try box.start("--template", output, output: pipe.writing)
            try waitUntil("the quote is in the cache") { box.cached != nil }
            try run.program.waitUntilAsleep("it waits for a reader, asleep")
            let text = pipe.drain(filling + output.utf8.count + 1)
            let result = run.result().expect(0)
            let isComplete = text.hasSuffix("x\(output)\n")
            #expect(isComplete)
            #expect(isSanitized || result.end.processorTime < .milliseconds(200))
        }

        /// A file of this many `x` that may not be longer than 512 bytes.
        struct Case: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let size: Int
            var format = "-oc"
            var opening = "exec >>rows"
            var isLocked = false
            /// Its new size, and how many `x` it still contains.
            let left: (bytes: Int, old: Int)
        }

        /// If no byte was written, the file is not truncated: its modification time does not change.
        @Test(
            .needsNoSanitizer,
            arguments: [
                Case(testDescription: "room for a part of the row", size: 480, left: (480, 480)),
                Case(testDescription: "of another format", size: 480, format: "-oj", left: (512, 480)),
                Case(testDescription: "no room", size: 512, left: (512, 512)),
                Case(
                    testDescription: "bytes of others after the part, which would be truncated too", size: 1000,
                    opening: "exec 1<>rows; dd bs=480 count=1 of=/dev/null <&1 2>/dev/null", left: (1000, 968)),
                Case(
                    testDescription: "the lock of another process, which might append", size: 500, isLocked: true,
                    left: (512, 500)),
            ])
        func partialRow_atTheFileSizeLimit_isRemovedIfNothingElseIs(_ file: Case) throws {
            let box = try Sandbox()
            try box.cache()
            let path = try box.write(String(repeating: "x", count: file.size), to: "rows")
            let rows = open(path, O_RDWR | O_CLOEXEC)
            defer { close(rows) }
            if file.isLocked { try #require(RecordLock.acquire(rows)) }
            try box.shell(
                "touch -t 200001010000 rows old; \(file.opening); ulimit -f 1; exec btcq \(file.format) -m 300ms"
            ).expect(4, errors: .suffix(": File too large\n"), maximum: .milliseconds(350))
            let text = box.contents(path)
            #expect(text.utf8.count == file.left.bytes && text.count { $0 == "x" } == file.left.old, "\(text)")
            if file.size == 512 { try box.shell("test ! rows -nt old && test ! rows -ot old").expect(0) }
        }

        /// Otherwise it would wait for a second for its caller.
        @Test func recordLock_doesNotConflictWithALockOfFlock() throws {
            let box = try Sandbox()
            let lock = try acquireLock("\(box.work)/rows")
            defer { close(lock) }
            try box.shell("btcq -c -m 20s >> rows").expect(0, maximum: .milliseconds(300))
        }

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

        /// An editor, or a crash, has left a log without its last line end.
        @Test func row_afterAnUnfinishedLine_beginsOnALineOfItsOwn() throws {
            let box = try Sandbox()
            try box.write("a,b\n1,2", to: "log")
            // With --header never, what is written before the row stays on its line.
            try box.shell("btcq --csv >>log && printf x >>log && btcq --csv --header never >>log").expect(0)
            let lines = box.contents("\(box.work)/log").split(separator: "\n")
                .map { line in line.prefix { $0 != "T" } }
            #expect(lines.count == 4 && lines[1] == "1,2" && lines[3] == "x\(lines[2])", "\(lines)")
            // Not at the end of the file.
            try box.write("unfinished", to: "start")
            try box.shell("btcq --csv 1<>start").expect(0)
            #expect(box.contents("\(box.work)/start").hasPrefix("2"))
            // Without O_APPEND.
            try box.shell("{ printf x; btcq --csv; } >log").expect(0)
            #expect(box.contents("\(box.work)/log").hasPrefix("x\n2"))
        }
    }
}
