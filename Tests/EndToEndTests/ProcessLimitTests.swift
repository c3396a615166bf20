import Foundation
import Testing

extension EndToEnd {
    /// What the process may not have or do costs what needs it, and nothing else.
    @Suite(.disabled(if: Program.isSanitized, "a sanitizer has files and descriptors of its own"))
    struct ProcessLimitTests {
        /// How many descriptors there are; how a program that can have but few begins is a matter of the system's loader.
        #if os(Linux)
            private static let limits = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 64]
        #else
            private static let limits = [64]
        #endif

        @Test(arguments: [true, false])
        func run_whenFilesMayNotGrow_warnsOfEachThatIsLostAndLeavesNoTemporaryFile(_ isRateLimited: Bool) throws {
            let box = try Sandbox(binance: isRateLimited ? "status-429" : "ok")
            let run = try box.shell("(ulimit -f 0; btcq 2>&1; echo status $?) | cat")
            let lines = run.text.split(separator: "\n")
            let warnings = [
                "btcq: cannot update the cache: \(box.cacheFile): File too large",
                "btcq: cannot store a rate limit: \(box.backoffFile): File too large",
            ]
            #expect(
                lines.first?.contains(#/^\$68,901\.23 [^ ]+ (binance BTCUSDT|coinbase BTC-USD)$/#) == true, "\(run)")
            #expect(
                lines.dropFirst().dropLast().elementsEqual(warnings.prefix(isRateLimited ? 2 : 1).map { $0[...] }),
                "\(run)")
            #expect(lines.last == "status 0", "\(run)")
            let files = ["BTC-USD.lock"] + (isRateLimited ? [Sandbox.backoffLockName] : [])
            #expect(try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory).sorted() == files.sorted())
        }

        @Test(arguments: [480, 511, 512])
        func rows_atTheFileSizeLimit_getNoPartialRow(_ size: Int) throws {
            let box = try Sandbox()
            let before = String(repeating: "x", count: size - 1) + "\n"
            try Data(before.utf8).write(to: URL(filePath: "\(box.work)/rows"))
            let run = try box.shell("ulimit -f 1; exec btcq -c >> rows")
            #expect(run.status == 4, "\(run)")
            #expect(run.errors == "btcq: cannot write to standard output: File too large\n", "\(run)")
            #expect(box.contents("\(box.work)/rows") == before)
            #expect(box.cached?.price == "68901.23")
        }

        /// Bytes after a partial row were written by others: truncating the file would remove those.
        @Test func partialRow_withBytesAfterIt_isNotRemoved() throws {
            let box = try Sandbox()
            try Data(String(repeating: "x", count: 1000).utf8).write(to: URL(filePath: "\(box.work)/rows"))
            let start = "exec 1<>rows; dd bs=480 count=1 of=/dev/null <&1 2>/dev/null"
            let run = try box.shell("\(start); ulimit -f 1; exec btcq -c")
            #expect(run.status == 4, "\(run)")
            let rows = box.contents("\(box.work)/rows")
            #expect(rows.utf8.count == 1000 && rows.hasSuffix(String(repeating: "x", count: 488)), "\(rows)")
            #expect(!rows.hasSuffix(String(repeating: "x", count: 489)), "\(rows)")
        }

        /// If no byte was written, the file is not truncated: its modification time does not change.
        @Test func fullFile_keepsItsTime() throws {
            let box = try Sandbox()
            let start = "exec >rows; head -c 512 /dev/zero; touch -t 200001010000 rows old"
            let run = try box.shell("\(start); ulimit -f 1; exec btcq -n")
            #expect(run.status == 4, "\(run)")
            let times = try ["rows", "old"].map { name in
                try FileManager.default.attributesOfItem(atPath: "\(box.work)/\(name)")[.modificationDate] as? Date
            }
            #expect(times[0] != nil && times[0] == times[1], "\(times)")
        }

        /// Whichever of 0, 1 and 2 are closed, and however few descriptors there are: an exchange gets its request and
        /// no byte more. The primary is silent, so that its connection is open until the end, when there is always a
        /// quote to be printed. A race needs four descriptors besides the three streams.
        @Test(
            .disabled(if: Program.isSanitized, "a sanitizer needs descriptors of its own"),
            arguments: limits)
        func run_withClosedStreamsAndFewDescriptors_sendsNothingButItsRequests(_ limit: Int) throws {
            let box = try Sandbox()
            for closed in [[0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2]] {
                let server = try RecordingServer(respondingTo: "/products/", with: #"{"price":"68901.23"}"#)
                for source in ["BINANCE", "COINBASE"] {
                    box.environment["BTCQ_\(source)_URL"] = "http://127.0.0.1:\(server.port)"
                }
                let closing = closed.map { "\($0)>&-" }.joined(separator: " ")
                try box.cache()
                let run = try box.shell("exec \(closing); ulimit -n \(limit); exec btcq -v -t 50ms -m 400ms")
                // The system's own loader needs one; then those that are closed are replaced by substitutes.
                let canStart = (0..<limit).contains { $0 > 2 || closed.contains($0) }
                let statuses: [Int32] =
                    !canStart
                    ? [127] : limit < 4 ? [1] : closed.contains(1) ? [4] : limit < 7 ? [3] : limit < 64 ? [0, 3] : [0]
                #expect(run.status.map(statuses.contains) == true, "\(closing) \(run)")
                #expect(run.text.hasPrefix("$") == [0, 3].contains(run.status), "\(closing) \(run)")
                #expect(run.errors.isEmpty == closed.contains(2), "\(closing) \(run)")
                if canStart, limit < 7, !closed.contains(2) {
                    #expect(run.errors.contains("binance: no file descriptor is left\n"), "\(closing) \(run)")
                }
                for text in try server.received() where !text.isEmpty {
                    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
                    let isRequest = lines.count > 3 && lines[0].hasPrefix("GET /") && lines[0].hasSuffix(" HTTP/1.1")
                    let isAll =
                        lines.suffix(2) == ["", ""] && lines.dropFirst().dropLast(2).allSatisfy { $0.contains(": ") }
                    #expect(isRequest && isAll, "\(closing) \(run)\nsent: \(text)")
                }
                try expectCompleteFiles(in: box)
            }
        }

        /// No device can be opened in place of a closed stream.
        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment))
        func run_withAnEmptyDevDirectoryAndClosedStreams_sendsNothingButItsRequests() throws {
            let box = try Sandbox()
            let server = try RecordingServer(respondingTo: "/products/", with: #"{"price":"68901.23"}"#)
            for source in ["BINANCE", "COINBASE"] {
                box.environment["BTCQ_\(source)_URL"] = "http://127.0.0.1:\(server.port)"
            }
            let run = try box.shell(
                Namespace.command(
                    "mount -t tmpfs none /dev; exec 0<&- 1>&- 2>&-; exec btcq -v -t 500ms -m 5s", network: false))
            #expect(run.status == 4 && run.output.isEmpty && run.errors.isEmpty, "\(run)")
            let texts = try server.received()
            #expect(texts.count == 2 && texts.allSatisfy { $0.hasSuffix("\r\n\r\n") }, "\(texts)")
            #expect(box.cached?.price == "68901.23")
        }

        /// No file of the cache contains a message for the user or a quote for stdout.
        private func expectCompleteFiles(in box: Sandbox, sourceLocation: SourceLocation = #_sourceLocation) throws {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory)) ?? []
            for name in names {
                let text = box.contents("\(box.cacheDirectory)/\(name)")
                let isRight =
                    name.hasSuffix(".lock")
                    ? text.isEmpty
                    : name.hasSuffix(".json")
                        && (try? JSONSerialization.jsonObject(with: Data(text.utf8))) is [String: Any]
                #expect(isRight, "\(name): \(text)", sourceLocation: sourceLocation)
            }
        }
    }
}
