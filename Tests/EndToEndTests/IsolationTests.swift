import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// What a run does not touch.
    @Suite(.disabled(if: Program.isSanitized, "a sanitizer looks at files and starts threads of its own"))
    struct IsolationTests {
        @Test(
            .enabled(if: Program.tool("strace") != nil, "needs strace"),
            arguments: ["--offline", "--max-age=1h", "--help", "--frmat"])
        func runThatDoesNotFetch_opensNoSocketStartsNoThreadAndLooksNowhereElse(_ argument: String) throws {
            let box = try Sandbox()
            try box.cache(age: 60, source: "binance")
            let run = try box.shell("strace -f -o trace btcq \(argument)")
            #expect(run.status != nil, "\(run)")
            let calls = box.contents("\(box.work)/trace").split(separator: "\n")
            #expect(calls.count > 20)
            for call in calls {
                for name in ["socket", "clone", "clone3", "fork", "vfork", "connect", "bind"] {
                    #expect(!call.contains(" \(name)("), "\(call)")
                }
                #expect(!call.contains("libcurl") && !call.contains("localtime") && !call.contains("locale"), "\(call)")
                // A path that does not start with a slash is looked up in the current directory.
                #expect(!call.contains(#/(AT_FDCWD, |stat\(|access\(|open\()"[^/]/#), "\(call)")
            }
        }

        /// What a signal does is one thing for all threads: libcurl, on its thread, is not to change it.
        @Test(.enabled(if: Program.tool("strace") != nil, "needs strace"))
        func fetch_changesNoSignalsOnItsThread() throws {
            let box = try Sandbox()
            let run = try box.shell("strace -f -e trace=rt_sigaction,clone,clone3 -o trace btcq")
            #expect(run.status == 0, "\(run)")
            let calls = box.contents("\(box.work)/trace").split(separator: "\n")
            #expect(calls.contains { $0.contains("clone") })
            let main = try #require(calls.first?.prefix { $0 != " " })
            #expect(calls.allSatisfy { $0.hasPrefix("\(main) ") || !$0.contains("rt_sigaction(") }, "\(calls)")
        }

        /// glibc gives a second thread a heap of its own otherwise, and grows the first in steps of 132 KiB.
        @Test(.enabled(if: Program.tool("strace") != nil, "needs strace"))
        func fetch_hasOneHeapThatGrowsInLargeSteps() throws {
            let box = try Sandbox()
            try box.shell("strace -f -e trace=mmap,brk -o trace btcq")
            let calls = box.contents("\(box.work)/trace").split(separator: "\n")
            #expect(!calls.contains { $0.contains("MAP_NORESERVE") }, "\(calls)")
            let ends = calls.filter { $0.contains(" brk(") }.compactMap { call in
                call.split(separator: "x").last.flatMap { Int($0, radix: 16) }
            }
            let steps = zip(ends, ends.dropFirst()).map { $1 - $0 }
            #expect((1...5).contains(ends.count) && steps.contains { (1 << 20..<3 << 19).contains($0) }, "\(calls)")
        }

        /// What they map and do not use costs nothing; what they use is far less. A page for a guard may be added.
        @Test(.enabled(if: Program.tool("strace") != nil, "needs strace"))
        func threads_haveHalfAMegabyteForTheirStacks() throws {
            let box = try Sandbox()
            try box.shell("strace -f -e trace=mmap -o trace btcq")
            let stacks = box.contents("\(box.work)/trace").split(separator: "\n").filter { $0.contains("MAP_STACK") }
            let sizes = stacks.compactMap { call in Int(call.split(separator: ",")[1].dropFirst()) }
            #expect(sizes.count == 2 && sizes.allSatisfy { (512 << 10...576 << 10).contains($0) }, "\(stacks)")
        }

        #if os(Linux)
            /// glibc's way to fill what is allocated: elsewhere it is zero by luck.
            @Test func memoryThatContainsGarbage_doesNoHarm() throws {
                let box = try Sandbox(binance: "silent", coinbase: "silent")
                box.environment["MALLOC_PERTURB_"] = "90"
                let late = try box.run("-v", "-t", "50ms", "-m", "300ms")
                #expect(late.status == 1 && late.errors.contains("binance: no response in "), "\(late)")
                box.set("coinbase", "ok")
                let run = try box.run("-v", "-t", "50ms")
                #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            }
        #endif

        @Test(.enabled(if: Program.isRelease && Program.tool("strace") != nil, "needs a release binary and strace"))
        func cachedRun_makesFewerThan90SystemCallsBeforeItsWrite() throws {
            let box = try Sandbox()
            try box.cache(age: 60, source: "binance")
            try box.shell("strace -o trace btcq --offline")
            let calls = box.contents("\(box.work)/trace").split(separator: "\n")
            let write = try #require(calls.firstIndex { $0.hasPrefix("write(1,") })
            #expect(write < 90)
        }

        /// SwiftPM gives a debug build a RUNPATH that names its own directory: only a release binary can show this.
        @Test(.enabled(if: Program.isRelease, "needs a release binary"))
        func plantedFiles_areNeitherRunNorLoaded() throws {
            let box = try Sandbox()
            try FileManager.default.copyItem(atPath: Program.btcq, toPath: "\(box.work)/btcq")
            let proof = "\(box.directory)/proof"
            for directory in [box.work, "\(box.work)/bin", "\(box.work)/libexec/swift/linux"] {
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
                try "#!/bin/sh\ntouch '\(proof)'\n".write(
                    toFile: "\(directory)/swift-backtrace", atomically: true, encoding: .utf8)
                chmod("\(directory)/swift-backtrace", 0o755)
                for name in ["libcurl.so.4", "libcurl-gnutls.so.4", "libz.so.1", "libc.so.6"] {
                    try "no library".write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8)
                }
            }
            for command in ["./btcq -q", "PATH=.:$PATH btcq -q", "PATH=:$PATH; cd bin; ../btcq -q"] {
                let run = try box.shell(command)
                #expect(run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)")
            }
            // A crash is when it would be run.
            try box.shell("PATH=.:$PATH; btcq -s binance --max-time 9s & sleep 0.05; kill -SEGV $!; wait")
            box.set("BINANCE", "silent")
            try box.shell("PATH=.:$PATH; btcq -s binance --max-time 9s & sleep 0.2; kill -SEGV $!; wait $!")
            #expect(!FileManager.default.fileExists(atPath: proof))
        }

        /// On macOS it is the system's own, which nothing can hide.
        @Test(
            .enabled(if: Program.tool("ldconfig") != nil, "needs ldconfig"), arguments: ["junk", "another library"])
        func run_whenLibcurlIsUnusable_printsTheReasonAndTheCachedQuote(_ kind: String) throws {
            let box = try Sandbox()
            try box.cache(age: 300)
            let libraries = "\(box.directory)/libraries"
            try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
            for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
                if kind == "junk" {
                    try "no library".write(toFile: "\(libraries)/\(name)", atomically: true, encoding: .utf8)
                } else {
                    let other = try box.shell("ldconfig -p | sed -n 's/.*libm.so.6 .*x86-64.* => //p' | head -n 1").text
                    let path = other.isEmpty ? "/lib64/libm.so.6" : other.trimmingCharacters(in: .newlines)
                    try FileManager.default.copyItem(atPath: path, toPath: "\(libraries)/\(name)")
                }
            }
            box.environment["LD_LIBRARY_PATH"] = libraries
            let run = try box.run()
            #expect(run.status == 3 && run.text.hasSuffix("kraken XBTUSD (cached, 5m old)\n"), "\(run)")
            // What the loader says of a library that exists, but cannot be loaded, is its own.
            let reason =
                kind == "junk"
                ? "libcurl cannot be loaded: \(libraries)/libcurl-gnutls.so.4: file too short"
                : "libcurl has no curl_global_init"
            #expect(
                run.errors.hasPrefix("btcq: no fresh quote: binance: \(reason); coinbase: \(reason); using"), "\(run)")
        }

        /// strace hides the files of the system's libcurl.
        @Test(
            .enabled(if: Program.tool("ldconfig") != nil && Program.tool("strace") != nil, "needs ldconfig and strace"))
        func run_whenLibcurlIsMissing_saysWhatWasTried() throws {
            let box = try Sandbox()
            let run = try box.shell(
                """
                names='libcurl.so.4 libcurl-gnutls.so.4'
                hidden=$(for name in $names; do
                    for directory in $(ldconfig -v 2>/dev/null | sed -n 's/^\\(\\/.*\\): .*/\\1/p'); do
                        echo "-P $directory/$name -P /usr$directory/$name"
                    done
                done)
                exec 3>&2 2>strace
                exec strace -f -o /dev/null $hidden -e inject=openat:error=ENOENT sh -c 'exec btcq -s binance 2>&3 3>&-'
                """)
            let reason = "libcurl cannot be loaded (tried libcurl.so.4, libcurl-gnutls.so.4): install libcurl4"
            #expect(run.errors == "btcq: no quote: binance: \(reason)\n", "\(run)")
        }
    }
}
