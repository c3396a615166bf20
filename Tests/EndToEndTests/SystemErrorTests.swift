import Foundation
import Testing

extension EndToEnd {
    /// What the system does not say, or do, every day: strace puts it into its mouth.
    @Suite(.enabled(if: Program.tool("strace") != nil && !Program.isSanitized, "strace is missing, or of no use"))
    struct SystemErrorTests {
        @Test(arguments: [("error=EIO", "Input/output error"), ("retval=0", "it is empty")])
        func cacheThatCannotBeRead_countsAsNone(_ event: String, _ words: String) throws {
            let box = try Sandbox()
            try box.cache()
            let strace = "strace -f -o /dev/null -P '\(traced(box))' -e trace=read -e inject=read:\(event)"
            let run = try box.shell("exec \(strace) btcq -ov", limit: .seconds(10))
            #expect(run.status == 1 && run.errors.contains(words), "\(run)")
        }

        /// Disks of the network tell at the close that there was no room. The first error is the one that is told.
        @Test(arguments: [
            ("-e inject=write:error=ENOSPC", "No space left on device"),
            ("-e inject=close:error=EIO", "Input/output error"),
            ("-e inject=write:error=ENOSPC -e inject=close:error=EIO", "No space left on device"),
        ])
        func cacheThatCannotBeWritten_staysAsItIsWithAWarning(_ events: String, _ words: String) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let before = box.contents(box.cacheFile)
            let strace = "strace -f -o /dev/null -P '\(traced(box)).new' -e trace=write,close"
            let run = try box.shell("exec \(strace) \(events) btcq -s binance -m 20s")
            #expect(run.status == 0 && run.text.hasSuffix(" binance\n"), "\(run)")
            #expect(run.errors == "btcq: cannot update the cache: \(box.cacheFile): \(words)\n", "\(run)")
            #expect(box.contents(box.cacheFile) == before)
            let names = try FileManager.default.contentsOfDirectory(atPath: box.cacheDirectory).sorted()
            #expect(names == ["BTC-USD.json", "BTC-USD.lock"])
        }

        @Test func interruptedReadAndWrite_goOn() throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let strace = "strace -f -o /dev/null -P '\(traced(box))' -P '\(traced(box)).new' -e trace=read,write"
            let events = ["read", "write"].map { "-e inject=\($0):error=EINTR:when=1" }.joined(separator: " ")
            let offline = try box.shell("exec \(strace) \(events) btcq -o")
            #expect(offline.status == 3, "\(offline)")
            let run = try box.shell("exec \(strace) \(events) btcq")
            #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
            #expect(box.cached?["price"] as? String == "68901.23")
        }

        /// As on some NFS: nobody waits for a lock that nobody can have.
        @Test func locksThatDoNotWork_areGoneWithout() throws {
            let box = try Sandbox(binance: "status-429")
            let strace = "strace -f -o /dev/null -e trace=flock -e inject=flock:error=ENOLCK"
            let run = try box.shell("exec \(strace) btcq --max-age=1m")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase\n") && run.errors.isEmpty, "\(run)")
            #expect(box.cached?["price"] as? String == "68901.23")
            #expect(box.remaining("binance", "limited") != nil)
        }

        /// What shows nowhere else: that nothing is there to be inherited, that nothing is waited for or followed, and
        /// that a lock's file is open for writing, which NFS wants.
        @Test func filesOfTheCache_areOpenedWithCare() throws {
            let box = try Sandbox(binance: "status-429")
            try box.shell("strace -f -e trace=openat -o trace btcq --max-age=1m")
            let calls = box.contents("\(box.work)/trace").split(separator: "\n").filter {
                $0.contains("/.cache/btcq/")
            }
            for name in ["BTC-USD.json", "BTC-USD.json.new", "sources.json", "sources.json.new"] {
                #expect(calls.contains { $0.contains("/\(name)\", ") }, "\(name)")
            }
            for name in ["BTC-USD.lock", "BTC-USD.turn.lock", "sources.lock"] {
                #expect(calls.contains { $0.contains("/\(name)\", O_RDWR|") }, "\(name)")
            }
            for call in calls {
                #expect(call.contains("O_CLOEXEC") && call.contains("O_NOFOLLOW"), "\(call)")
                #expect(call.contains("O_NONBLOCK") || call.contains("O_EXCL"), "\(call)")
            }
        }

        /// The cache's file by the path that the kernel has for its descriptor, without links: by that strace knows it.
        private func traced(_ box: Sandbox) -> String {
            URL(filePath: box.cacheDirectory).resolvingSymlinksInPath().path + "/BTC-USD.json"
        }
    }
}
