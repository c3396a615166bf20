import Foundation
import Testing

extension EndToEnd {
    /// Rare errors of system calls, which strace injects.
    @Suite(.enabled(if: Program.tool("strace") != nil && !Program.isSanitized, "strace is missing, or of no use"))
    struct SystemErrorTests {
        @Test(arguments: [("error=EIO", "Input/output error"), ("retval=0", "it is empty")])
        func cache_whenItCannotBeRead_isIgnored(_ event: String, _ reason: String) throws {
            let box = try Sandbox()
            try box.cache()
            let strace = "strace -f -o /dev/null -P '\(traced(box))' -e trace=read -e inject=read:\(event)"
            let run = try box.shell("exec \(strace) btcq -ov", limit: .seconds(10))
            #expect(run.status == 1 && run.errors.contains(reason), "\(run)")
        }

        /// Some network file systems report a full disk at the close. The first error is the one that is reported.
        @Test(
            .enabled(if: PreloadedLibrary.isAvailable, PreloadedLibrary.comment),
            arguments: [
                ("-e inject=write:error=ENOSPC", "No space left on device"),
                ("-e inject=close:error=EIO", "Input/output error"),
                ("-e inject=write:error=ENOSPC -e inject=close:error=EIO", "No space left on device"),
            ])
        func cache_whenItCannotBeWritten_staysAsItIsWithAWarning(_ events: String, _ reason: String) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            try PreloadedLibrary.use(PreloadedLibrary.temporaryNames, in: box)
            let strace = "strace -f -o /dev/null -P '\(traced(box)).new.XXXXXX' -e trace=write,close"
            let run = try box.shell("exec \(strace) \(events) btcq -s binance -m 20s")
            #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
            #expect(run.errors == "btcq: cannot update the cache: \(box.cacheFile): \(reason)\n", "\(run)")
            #expect(box.contents(box.cacheFile) == before)
            let names = try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory).sorted()
            #expect(names == ["BTC-USD.json", "BTC-USD.lock"])
        }

        @Test(.enabled(if: PreloadedLibrary.isAvailable, PreloadedLibrary.comment))
        func interruptedReadAndWrite_goOn() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            try PreloadedLibrary.use(PreloadedLibrary.temporaryNames, in: box)
            let paths = "-P '\(traced(box))' -P '\(traced(box)).new.XXXXXX'"
            let strace = "strace -f -o /dev/null \(paths) -e trace=read,write"
            let events = ["read", "write"].map { "-e inject=\($0):error=EINTR:when=1" }.joined(separator: " ")
            let offline = try box.shell("exec \(strace) \(events) btcq -o")
            #expect(offline.status == 3, "\(offline)")
            let run = try box.shell("exec \(strace) \(events) btcq")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            #expect(box.cached?.price == "68901.23")
        }

        /// As on some NFS.
        @Test func run_whenLocksDoNotWork_proceedsWithoutThem() throws {
            let box = try Sandbox(binance: "status-429")
            let strace = "strace -f -o /dev/null -e trace=flock -e inject=flock:error=ENOLCK"
            let run = try box.shell("exec \(strace) btcq --max-age=1m")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n") && run.errors.isEmpty, "\(run)")
            #expect(box.cached?.price == "68901.23")
            #expect(box.remaining("binance", .rateLimited) != nil)
        }

        /// No other test shows that the descriptors are not inherited, that opening waits for nothing and follows no link,
        /// and that lock files are opened for writing, which NFS requires.
        @Test func filesOfTheCache_areOpenedWithCare() throws {
            let box = try Sandbox(binance: "status-429")
            try box.shell("strace -f -e trace=openat -o trace btcq --max-age=1m")
            let calls = box.contents("\(box.work)/trace").split(separator: "\n").filter {
                $0.contains("/.cache/btcq/")
            }
            for name in ["BTC-USD.json", Sandbox.backoffFileName] {
                #expect(calls.contains { $0.contains("/\(name)\", O_RDONLY|") }, "\(name)")
                #expect(calls.contains { $0.contains("/\(name).new.") && $0.contains("|O_EXCL, 0600)") }, "\(name)")
            }
            for name in ["BTC-USD.lock", Sandbox.fetchLockName(), Sandbox.backoffLockName] {
                #expect(calls.contains { $0.contains("/\(name)\", O_RDWR|") }, "\(name)")
            }
            // O_EXCL follows no link either. This process starts no other one while a temporary file is open.
            for call in calls where !call.contains("O_EXCL") {
                #expect(call.contains("O_CLOEXEC") && call.contains("O_NOFOLLOW"), "\(call)")
                #expect(call.contains("O_NONBLOCK") || call.contains("O_DIRECTORY"), "\(call)")
            }
        }

        /// The cache's file by the path that the kernel has for its descriptor, without links: by that strace knows it.
        private func traced(_ box: Sandbox) -> String {
            URL(filePath: box.cacheDirectory).resolvingSymlinksInPath().path + "/BTC-USD.json"
        }
    }
}
