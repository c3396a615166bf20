import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Whatever stdout is, the status is right, no partial row remains, and the quote is in the cache.
    @Suite struct StdoutTests {
        /// There is no /dev/full on macOS.
        @Test(
            arguments: [(">&-", "Bad file descriptor"), ("> /dev/full", "No space left on device")].filter {
                $0.0 == ">&-" || access("/dev/full", W_OK) == 0
            })
        func stdout_whenItCannotBeWritten_isStatus4AndOneLine(_ redirection: String, _ reason: String) throws {
            let box = try Sandbox()
            for option in ["-nq", "-c", "--help"] {
                try box.shell("btcq \(option) \(redirection)").expect(
                    4, errors: "btcq: cannot write to standard output: \(reason)\n")
            }
            #expect(box.cached?.price == "68901.23")
        }

        /// As a device may do. strace injects it, for standard output only.
        @Test(.needsStrace, arguments: ["-n", "-c", "--help"])
        func stdout_whenAWriteReturnsZero_isStatus4(_ option: String) throws {
            let box = try Sandbox()
            let path = URL(filePath: box.work).resolvingSymlinksInPath().path + "/rows"
            let strace = "strace -f -o /dev/null -P '\(path)' -e trace=write -e inject=write:retval=0"
            try box.shell("exec \(strace) btcq \(option) > rows", limit: .seconds(10)).expect(
                4, errors: "btcq: cannot write to standard output: Input/output error\n")
            #expect(box.contents(path).isEmpty && (box.cached != nil) == !option.hasPrefix("--"))
        }

        @Test(arguments: ["-c --header=always", "-j", "--template {price}", "--help", "-f xbar", "-f prometheus"])
        func output_isOneWrite(_ options: String) throws {
            let (box, output) = (try Sandbox(), try WrittenPieces())
            try box.start(options.split(separator: " ").map(String.init), output: output.writing).result().expect(0)
            let pieces = output.pieces()
            #expect(pieces.count == 1 && pieces[0].hasSuffix("\n"))
        }

        @Test(arguments: [false, true])
        func run_whenItsReaderHasClosedThePipe_endsWithoutAMessageAfterTheCacheWasUpdated(_ isIgnored: Bool) throws {
            let (box, pipe) = (try Sandbox(), try Pipe())
            pipe.closeReading()
            let run = try box.start(output: pipe.writing, ignoringPipes: isIgnored).result()
            #expect(run.end.ending == (isIgnored ? .status(4) : .signal(SIGPIPE)) && run.errors.isEmpty, "\(run)")
            #expect(box.cached?.price == "68901.23")
        }

        @Test(arguments: [true, false])
        func fullPipe_isWaitedForAsleep(_ isBlocking: Bool) throws {
            let (box, pipe) = (try Sandbox(), try Pipe(isBlocking: isBlocking))
            let filling = pipe.fill()
            let run = try box.start("-n", output: pipe.writing)
            try waitUntil("the quote is in the cache") { box.cached != nil }
            try run.program.waitUntilAsleep("it waits for a reader, asleep")
            let text = pipe.drain(filling + "68901.23\n".utf8.count)
            let result = run.result().expect(0)
            #expect(text.hasSuffix("x68901.23\n"))
            #expect(isSanitized || result.end.processorTime < .milliseconds(200))
        }

        /// The file system has room for a part of the row.
        @Test(
            .needsNamespace,
            arguments: [("-c", true), ("-c --header=never", true), ("-c --header=always", true), ("-j", false)])
        func partialRow_whenTheDiskIsFull_isRemovedIfItIsCSV(_ options: String, _ isRemoved: Bool) throws {
            let run = try Sandbox().shell(
                inNamespace: """
                    mkdir small && mount -t tmpfs -o size=8k none small && cd small
                    head -c 4086 /dev/zero | tr '\\0' x > rows && echo >> rows
                    cp rows before
                    btcq \(options) >> rows; echo "status $?"
                    head -c 4087 rows | cmp - before && wc -c < rows
                    rm before && btcq \(options) >> rows && tail -n 1 rows
                    """)
            run.expect(
                0, .prefix("status 4\n\(isRemoved ? 4087 : 4096)\n"),
                errors: "btcq: cannot write to standard output: No space left on device\n")
            #expect(run.text.contains(isRemoved ? ",68901.23,USD,BTCUSDT," : "{\"price\":68901.23,"), "\(run)")
        }

        @Test(.needsNoSanitizer, arguments: [480, 512])
        func partialRow_atTheFileSizeLimit_isRemoved(_ size: Int) throws {
            let box = try Sandbox()
            let before = String(repeating: "x", count: size - 1) + "\n"
            try box.write(before, to: "rows")
            try box.shell("ulimit -f 1; exec btcq -c >> rows").expect(
                4, errors: "btcq: cannot write to standard output: File too large\n")
            #expect(box.contents("\(box.work)/rows") == before && box.cached?.price == "68901.23")
        }

        /// Bytes after a partial row were written by others: truncating the file would remove those.
        @Test(.needsNoSanitizer) func partialRow_withBytesAfterIt_isNotRemoved() throws {
            let box = try Sandbox()
            try box.write(String(repeating: "x", count: 1000), to: "rows")
            let start = "exec 1<>rows; dd bs=480 count=1 of=/dev/null <&1 2>/dev/null"
            try box.shell("\(start); ulimit -f 1; exec btcq -c").expect(4)
            let rows = box.contents("\(box.work)/rows")
            #expect(rows.utf8.count == 1000 && rows.reversed().prefix { $0 == "x" }.count == 488)
        }

        /// If no byte was written, the file is not truncated: its modification time does not change.
        @Test(.needsNoSanitizer) func fullFile_keepsItsTime() throws {
            let box = try Sandbox()
            let start = "exec >rows; head -c 512 /dev/zero; touch -t 200001010000 rows old"
            try box.shell("\(start); ulimit -f 1; exec btcq -c").expect(4)
            try box.shell("test ! rows -nt old && test ! rows -ot old").expect(0)
        }

        /// Another run might append meanwhile.
        @Test(.needsNoSanitizer) func partialRow_withoutTheLock_isNotRemoved() throws {
            let box = try Sandbox()
            let file = open(try box.write(String(repeating: "x", count: 500), to: "rows"), O_RDWR | O_CLOEXEC)
            defer { close(file) }
            try #require(RecordLock.acquire(file))
            try box.shell("ulimit -f 1; exec btcq -c -m 400ms --header=never >> rows").expect(4)
            #expect(box.contents("\(box.work)/rows").utf8.count == 512)
        }

        /// The first run has looked at the end of the file, and truncates it only after the second has tried to append.
        @Test(.needsStrace, arguments: ["never", "always"])
        func row_appendedWhileAPartialRowIsRemoved_isNotLost(_ header: String) throws {
            let box = try Sandbox()
            let path = "\(URL(filePath: box.work).resolvingSymlinksInPath().path)/rows"
            let before = String(repeating: "x", count: 65_535) + "\n"
            try box.write(String(before.dropFirst(9)), to: path)
            let files = (0..<2).map { _ in open(path, O_WRONLY | O_APPEND | O_CLOEXEC) }
            defer { files.forEach { close($0) } }
            let first = try box.start(
                "--csv", "--header=\(header)", stoppingAt: "lseek", on: path, after: "ulimit -f 128", output: files[0])
            try first.waitUntilStopped()
            #expect(box.contents(path).utf8.count == 65_536)
            // With a cache of its own, it waits at no other lock.
            box.environment["HOME"] = "\(box.home)/second"
            let second = try box.start(
                "--csv", "--header=\(header)", stoppingAt: "nanosleep,clock_nanosleep", output: files[1])
            try second.waitUntilStopped()
            first.resume()
            first.run.result().expect(4)
            second.resume()
            second.run.result().expect(0)
            let rows = box.contents(path).split(separator: "\n").dropFirst()
            #expect(
                rows.count == (header == "always" ? 2 : 1) && rows.last?.contains(",68901.23,USD,") == true, "\(rows)")
        }

        @Test(.needsStrace, arguments: ["-c", "-c --header=always", "-c --header=never", "-j"])
        func recordLock_isHeldDuringTheWriteOfCSVOnly(_ options: String) throws {
            let calls = try Sandbox().trace("\(options) >> rows", calls: "fcntl,write")
            let steps = calls.filter { $0.contains("(1, F_SETLK") || $0.contains(" write(1, ") }.compactMap { call in
                ["F_WRLCK", "F_UNLCK", "write"].first { call.contains($0) }
            }
            #expect(steps == (options == "-j" ? ["write"] : ["F_WRLCK", "write", "F_UNLCK"]))
        }

    }
}
