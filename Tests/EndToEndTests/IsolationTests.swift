import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// What a run does not use, and what it does if it may not have it.
    @Suite(.needsNoSanitizer) struct IsolationTests {
        @Test(.needsStrace, arguments: ["--offline", "--max-age=1h", "-ba1h", "--help", "--frmat"])
        func run_whenItDoesNotFetch_opensNoSocketAndStartsNoThread(_ argument: String) throws {
            let box = try Sandbox()
            try box.cache(age: 60, source: "binance")
            let calls = try box.trace(argument)
            #expect(calls.count > 20)
            let names = #/ (socket|clone3?|v?fork|connect|bind)\(|libcurl|localtime|locale/#
            // A path that does not start with a slash is looked up in the current directory.
            let relativePath = #/(AT_FDCWD, |stat\(|access\(|open\()"[^\/]/#
            let unwanted = calls.filter { $0.contains(names) || $0.contains(relativePath) }
            #expect(unwanted.isEmpty)
        }

        /// SwiftPM gives a debug build a RUNPATH that names its own directory: only a release binary can show this.
        @Test(.needsRelease) func files_inTheCurrentDirectory_areNeitherRunNorLoaded() throws {
            let box = try Sandbox()
            let proof = "\(box.directory)/proof"
            for directory in [box.work, "\(box.work)/bin", "\(box.work)/libexec/swift/linux"] {
                chmod(try box.write("#!/bin/sh\ntouch '\(proof)'\n", to: "\(directory)/swift-backtrace"), 0o755)
                for name in ["libcurl.so.4", "libcurl-gnutls.so.4", "libz.so.1", "libc.so.6"] {
                    try box.write("no library", to: "\(directory)/\(name)")
                }
            }
            try FileManager.default.copyItem(atPath: Program.btcq, toPath: "\(box.work)/btcq")
            for command in ["./btcq -q", "PATH=.:$PATH btcq -q", "PATH=:$PATH; cd bin; ../btcq -q"] {
                try box.shell(command).expect(0, .live("binance"))
            }
            // A crash is when it would be run.
            box.set("binance", "silent")
            let count = box.exchange.requests.count
            let run = try box.start(
                ["-c", "PATH=.:$PATH; exec btcq -s binance --max-time 9s"], path: "/bin/sh")
            try box.waitUntilAsked(count + 1)
            kill(run.pid, SIGSEGV)
            let end = run.result().end
            #expect(end.ending == .signal(SIGSEGV) && !FileManager.default.fileExists(atPath: proof))
        }

        /// strace hides the files of the system's libcurl.
        @Test(
            .needs("ldconfig"), .needsStrace,
            arguments: [
                ("ENOENT", " (tried libcurl.so.4, libcurl-gnutls.so.4): install libcurl4"),
                ("EACCES", ": libcurl-gnutls.so.4: cannot open shared object file: Permission denied"),
            ])
        func run_whenLibcurlCannotBeOpened_saysWhy(_ error: String, _ reason: String) throws {
            let run = try Sandbox().shell(
                """
                names='libcurl.so.4 libcurl-gnutls.so.4'
                hidden=$(for name in $names; do
                    for directory in $(ldconfig -v -N -X 2>/dev/null | sed -n 's/^\\(\\/.*\\): .*/\\1/p'); do
                        echo "-P $directory/$name -P /usr$directory/$name -P ${directory#/usr}/$name"
                    done
                done)
                exec 3>&2 2>strace
                exec strace -f -o /dev/null $hidden -e inject=openat:error=\(error) sh -c 'exec btcq -s binance 2>&3 3>&-'
                """)
            run.expect(1, errors: .suffix("binance: libcurl cannot be loaded\(reason)\n"))
        }

        #if os(Linux)
            /// The resolver's thread has a stack of the usual size, for which there is no memory.
            @Test(arguments: [nil, "proxy.invalid:1"])
            func resolver_whenItsThreadCannotBeStarted_isTheReason(_ proxy: String?) throws {
                let box = try Sandbox()
                box.setURL("binance", "https://exchange.invalid")
                box.environment["https_proxy"] = proxy
                let note = proxy.map { " (https_proxy=\($0))" } ?? ""
                try box.shell("ulimit -s 4000000 && ulimit -v 2000000 && exec btcq -s binance").expect(
                    1, errors: .suffix("binance: no thread can be started\(note)\n"), maximum: .seconds(3))
            }

        #endif

        @Test(arguments: [true, false])
        func run_whenFilesMayNotGrow_warnsAndLeavesNoTemporaryFile(_ isRateLimited: Bool) throws {
            let box = try Sandbox(binance: isRateLimited ? "status-429" : "ok")
            let run = try box.shell("(ulimit -f 0; btcq -t 9s -m 20s 2>&1; echo status $?) | cat")
            let warnings = [
                "btcq: cannot update the cache: \(box.cacheFile): File too large",
                "btcq: cannot store a rate limit: \(box.rateLimitFile): File too large",
            ].prefix(isRateLimited ? 2 : 1)
            let lines = run.text.split(separator: "\n").map(String.init)
            #expect(lines.first?.hasSuffix(isRateLimited ? " bitstamp BTC/USD" : " binance BTCUSDT") == true, "\(run)")
            #expect(lines.dropFirst() == warnings + ["status 0"])
            #expect(box.cacheFiles == [Sandbox.cacheLockName] + (isRateLimited ? [Sandbox.rateLimitLockName] : []))
        }

        /// Whichever of 0, 1 and 2 are closed, and however few descriptors there are: an exchange gets its request and
        /// no byte more. The primary is silent, so that its connection is open until the end.
        @Test(arguments: [4, 5, 7, 64]) func run_withClosedStreams_sendsNothingButItsRequests(_ limit: Int) throws {
            let box = try makeAttentiveBox()
            for closed in [[0], [1], [2], [1, 2], [0, 1, 2]] {
                let closing = closed.map { "\($0)>&-" }.joined(separator: " ")
                try box.cache()
                // With too few descriptors for the fallback, a run ends at its deadline.
                let maxTime = limit < 64 ? "100ms" : "5s"
                let run = try box.shell("exec \(closing); ulimit -n \(limit); exec btcq -v -t 20ms -m \(maxTime)")
                let statuses: [Int32] = closed.contains(1) ? [4] : limit < 64 ? [0, 3] : [0]
                #expect(run.status.map(statuses.contains) == true, "\(closing) \(run)")
                #expect(run.text.hasPrefix("$") == [0, 3].contains(run.status), "\(closing) \(run)")
                #expect(run.errors.isEmpty == closed.contains(2), "\(closing) \(run)")
                #expect(!run.errors.contains("cannot connect"), "the reason is named: \(closing) \(run)")
                try expectNothingButRequests(box)
            }
        }

        /// No device can be opened in place of a closed stream.
        @Test(.needsNamespace) func run_withAnEmptyDevDirectory_sendsNothingButItsRequests() throws {
            let box = try makeAttentiveBox()
            let run = try box.shell(
                inNamespace: "mount -t tmpfs none /dev; exec 0<&- 1>&- 2>&-; exec btcq -v -t 1s -m 20s")
            run.expect(4, "", errors: "")
            try expectNothingButRequests(box)
            #expect(box.exchange.requests.count == 2 && box.cached?.price == "68901.23")
        }

        /// The exchange reads on after each request, until the connection is closed.
        private func makeAttentiveBox() throws -> Sandbox {
            let box = try Sandbox(binance: "silent")
            box.respond(
                "bitstamp",
                with: .raw("HTTP/1.1 200 OK\r\nContent-Length: 19\r\n\r\n{\"last\":\"68901.23\"}") + [.holdOpen])
            return box
        }

        /// No file of the cache contains a message or a quote that was written to a closed stream either.
        private func expectNothingButRequests(_ box: Sandbox, sourceLocation: SourceLocation = #_sourceLocation) throws
        {
            try waitUntil("all connections are closed") { box.exchange.openConnections == 0 }
            let other = String(decoding: box.exchange.otherBytes, as: UTF8.self)
            let lines = box.exchange.requests.map(\.line).filter {
                !$0.hasPrefix("GET /") || !$0.hasSuffix(" HTTP/1.1")
            }
            let headers = box.exchange.requests.flatMap(\.headers).filter { !$0.contains(": ") }
            #expect(other.isEmpty && lines.isEmpty && headers.isEmpty, sourceLocation: sourceLocation)
            for name in box.cacheFiles {
                let text = box.contents("\(box.cacheDirectory)/\(name)")
                let isRight = text.isEmpty == name.hasSuffix(".lock") && text.wholeMatch(of: #/([\w./ -]+\n)*/#) != nil
                #expect(isRight, "\(name): \(text)", sourceLocation: sourceLocation)
            }
        }

        /// Its variables could make it print what only root may read.
        @Test(.needs("setpriv", "unshare"), .enabled(if: geteuid() == 0))
        func run_withMoreRightsThanItsUser_readsNoVariables() throws {
            let box = try Sandbox()
            try box.write("secret", to: "xdg/btcq/config")
            chmod(box.directory, 0o755)
            let script = """
                mkdir mount && mount -t tmpfs -o mode=755 none mount && cp '\(Program.btcq)' mount/btcq && chmod 4755 mount/btcq
                XDG_CONFIG_HOME=$PWD/xdg exec setpriv --reuid 65534 --clear-groups mount/btcq -ov
                """
            let run = try box.shell("exec unshare -m sh -c '\(script.replacing("'", with: #"'\''"#))'")
            run.expect(1, errors: .contains("no variables were read"))
            #expect(!run.errors.contains("secret"))
        }
    }
}
