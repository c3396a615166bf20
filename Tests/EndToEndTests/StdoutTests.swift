import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Whatever stdout is, the status is right, no partial row stays, and the quote is in the cache.
    @Suite struct StdoutTests {
        @Test(
            arguments: [(">&-", "Bad file descriptor"), ("> /dev/full", "No space left on device")].filter {
                // There is none on macOS.
                $0.0 == ">&-" || access("/dev/full", W_OK) == 0
            })
        func stdout_whenItCannotBeWritten_isStatus4AndOneLine(_ redirection: String, _ reason: String) throws {
            let box = try Sandbox()
            for option in ["-n", "-c", "--help"] {
                let run = try box.shell("btcq \(option) \(redirection)")
                #expect(run.status == 4, "\(run)")
                #expect(run.errors == "btcq: cannot write to standard output: \(reason)\n", "\(run)")
            }
            #expect(box.cached?.price == "68901.23")
        }

        @Test(arguments: [
            ["-c", "--header=always"], ["-j"], [], ["--template", "{price}"], ["--help"], ["-f", "xbar"],
        ])
        func output_isOneWrite(_ options: [String]) throws {
            let (box, output) = (try Sandbox(), try WrittenPieces())
            let program = try box.start(options, output: output.writing)
            #expect(program.wait().ending == .status(0))
            let pieces = output.pieces()
            #expect(pieces.count == 1 && pieces[0].hasSuffix("\n"), "\(pieces)")
        }

        @Test func run_whenItsReaderHasClosedThePipe_endsBySIGPIPEAfterTheCacheWasUpdated() throws {
            let box = try Sandbox()
            let (end, errors) = try runWithoutReader(box, ignoringPipes: false)
            #expect(end == .signal(SIGPIPE) && errors.isEmpty, "\(end) \(errors)")
            #expect(box.cached?.price == "68901.23")
        }

        @Test func run_whenItsReaderHasClosedThePipeAndSIGPIPEIsIgnored_hasStatus4WithoutAMessage() throws {
            let box = try Sandbox()
            let (end, errors) = try runWithoutReader(box, ignoringPipes: true)
            #expect(end == .status(4) && errors.isEmpty, "\(end) \(errors)")
            #expect(box.cached?.price == "68901.23")
        }

        @Test func fullNonBlockingPipe_isWaitedForWithoutABusyLoop() throws {
            let box = try Sandbox()
            let pipe = try Pipe(isBlocking: false)
            let filling = pipe.fill()
            let program = try box.start("-n", output: pipe.writing)
            try waitUntil("the quote is in the cache") { box.cached != nil }
            try program.waitUntilAsleep("it waits for a reader, asleep")
            let text = pipe.drain(filling + "68901.23\n".utf8.count)
            let (end, _, processorTime) = program.wait()
            #expect(end == .status(0))
            #expect(String(decoding: text.suffix(10), as: UTF8.self) == "x68901.23\n")
            #expect(Program.isSanitized || processorTime < .milliseconds(200), "\(processorTime)")
        }

        @Test func pipe_whenItIsNotRead_isWaitedForAndTheQuoteIsInTheCache() throws {
            let box = try Sandbox()
            let pipe = try Pipe(isBlocking: true)
            _ = pipe.fill()
            let program = try box.start("-n", output: pipe.writing)
            try waitUntil("the quote is in the cache") { box.cached != nil }
            try program.waitUntilAsleep("it waits for a reader")
            kill(program.pid, SIGTERM)
            #expect(program.wait().ending == .signal(SIGTERM))
        }

        /// The file system has room for a part of the row.
        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment), arguments: ["-c", "-j"])
        func partialRow_whenTheDiskIsFull_isRemoved(_ option: String) throws {
            let box = try Sandbox()
            let run = try box.shell(
                Namespace.command(
                    """
                    mkdir small && mount -t tmpfs -o size=8k none small && cd small
                    head -c 4086 /dev/zero | tr '\\0' x > rows && echo >> rows
                    cp rows before
                    btcq \(option) >> rows; echo "status $?"
                    cmp rows before && echo same
                    rm before && btcq \(option) >> rows && tail -n 1 rows
                    """, network: false))
            #expect(run.text.hasPrefix("status 4\nsame\n"), "\(run)")
            #expect(
                run.text.contains(
                    option == "-c" ? ",68901.23,USD,BTCUSDT,binance,false,false,0\n" : "{\"price\":68901.23"),
                "\(run)")
            #expect(run.errors == "btcq: cannot write to standard output: No space left on device\n", "\(run)")
        }

        /// Both stop when the file is locked, before they try again. However late that is, they then acquire the free lock.
        @Test func twoRuns_atAnEmptyFile_checkItOneAfterTheOther() throws {
            let box = try Sandbox()
            let path = "\(box.work)/rows.csv"
            let files = (0..<3).map { _ in open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
            defer { files.forEach { close($0) } }
            #expect(RecordLock.acquire(files[0]))
            let runs = try files[1...].map { file in
                // With a cache of its own, it waits at no other lock.
                box.environment["HOME"] = "\(box.home)/\(file)"
                return try box.start("--csv", stoppingAt: "nanosleep,clock_nanosleep", output: file)
            }
            defer { runs.forEach { $0.goOn() } }
            try waitUntil("both have asked") { box.exchange.requests.count == 2 }
            for run in runs { try run.waitUntilStopped() }
            #expect(box.contents(path).isEmpty)
            RecordLock.release(files[0])
            // After its lock timeout, a run would proceed without the lock that the other one holds just then.
            for run in runs {
                run.goOn()
                #expect(run.program.wait().ending == .status(0))
            }
            #expect(box.contents(path).split(separator: "\n").count == 3)
        }

        @Test func file_whenAnotherProcessHoldsItsLock_getsItsRow() throws {
            let box = try Sandbox()
            let path = "\(box.work)/rows.csv"
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(file) }
            #expect(RecordLock.acquire(file))
            let run = try box.shell("btcq -c >> rows.csv")
            #expect(run.status == 0 && run.ownTime < .seconds(3) + Program.allowance, "\(run)")
            #expect(box.contents(path).hasSuffix(",68901.23,USD,BTCUSDT,binance,false,false,0\n"))
        }

        /// As in a script that appends rows under a lock of its own: a record lock neither conflicts with it nor releases it.
        @Test(.enabled(if: Program.tool("flock") != nil, "needs flock(1)"))
        func row_intoAFileThatTheCallerHasLocked_isWrittenAtOnceAndTheLockIsKept() throws {
            let box = try Sandbox()
            let run = try box.shell(
                """
                exec 9>>rows.csv && flock 9 && btcq --csv >&9
                echo "status $?"
                flock -n rows.csv -c true || echo "still locked"
                """)
            #expect(run.text == "status 0\nstill locked\n" && run.errors.isEmpty, "\(run)")
            #expect(run.elapsed < .seconds(1), "\(run)")
            #expect(box.contents("\(box.work)/rows.csv").split(separator: "\n").count == 2)
        }

        private func runWithoutReader(
            _ box: Sandbox, ignoringPipes: Bool
        ) throws -> (Program.Ending, String) {
            let pipe = try Pipe(isBlocking: true)
            pipe.closeReading()
            let path = "\(box.directory)/errors"
            let errors = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(errors) }
            let program = try box.start(output: pipe.writing, errors: errors, ignoringPipes: ignoringPipes)
            return (program.wait().ending, box.contents(path))
        }
    }
}
