import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// The process that `--background` starts is detached, is `btcq` itself, and asks what the run would have asked.
    @Suite(.needsProcesses) struct RefreshProcessTests {
        /// Of a caller that ignores and blocks signals. Otherwise `ps` would show `exe`, and the caller's directory
        /// could not be unmounted in the meantime. It ignores only the signals that btcq ignores itself.
        @Test func refresh_sharesNoSessionDirectoryDescriptorOrSignalWithItsCaller() throws {
            let box = try Sandbox()
            box.holdAll()
            let inherited = open("\(box.work)/inherited", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            defer { close(inherited) }
            let line = "trap '' INT QUIT PIPE ALRM TERM USR1; exec btcq -bq --max-time=20s --timeout=10s"
            let program = try Program(
                "/bin/sh", ["-c", line].map { Array($0.utf8) }, environment: box.environment, directory: box.work,
                descriptors: Array(repeating: inherited, count: 10), blocking: SIGUSR2)
            let end = program.end()
            #expect(end.ending == .status(1))
            try box.waitUntilAsked()
            let refresh = try #require(box.refreshes.first)
            // The name of the program, in parentheses, is followed by its state, parent, group, session and terminal.
            let fields = try #require(box.contents("/proc/\(refresh)/stat").split(separator: ")").last)
                .split(separator: " ")
            #expect(fields[2...4] == ["\(refresh)", "\(refresh)", "0"])
            let directory = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(refresh)/cwd")
            #expect(directory == "/" && box.contents("/proc/\(refresh)/comm") == "btcq\n")
            let descriptors = Sandbox.descriptors(of: refresh)
            for stream in 0...2 { #expect(descriptors[stream] == "/dev/null") }
            #expect(!descriptors.values.contains { $0.hasPrefix(box.work) }, "\(descriptors)")
            let masks = try ["SigBlk", "SigIgn"].map { try Sandbox.signals($0, in: "/proc/\(refresh)/status") }
            #expect(masks == [[], [SIGHUP, SIGXFSZ]])
            try box.openGate()
        }

        /// The substitution ends when no process has the pipe open any more, as standard output or as 9.
        @Test func commandSubstitution_doesNotWaitForTheRefresh() throws {
            let box = try Sandbox()
            box.holdAll()
            let run = try box.shell(#"text=$(btcq -b --max-time 20s 9>&1 2>&1); echo "<$text>""#)
            run.expect(0, .prefix("<btcq: "))
            #expect(box.refreshes.count == 1)
            try box.openGate()
        }

        /// A terminal that hangs up ends the programs that wait there, and the shell that started them.
        @Test(.needs("setsid")) func refresh_whenItsTerminalAndItsCallerEnd_continues() throws {
            let box = try Sandbox()
            box.holdAll()
            try box.shell("setsid sh -c 'btcq -bq --max-time 20s; kill -HUP 0; kill -KILL 0'")
            try box.waitUntilAsked()
            let refresh = try #require(box.refreshes.first)
            kill(refresh, SIGHUP)
            kill(-refresh, SIGHUP)
            try box.openGate()
            #expect(box.cached?.price == "68901.23")
        }

        @Test(arguments: [("ok", ["binance USD"]), ("reset", ["binance USD", "bitstamp USD"])])
        func twentyRunsAtOnce_haveOneRefresh(_ route: String, _ asked: [String]) throws {
            let box = try Sandbox(binance: route, bitstamp: route)
            let runs = try (0..<20).map { _ in try box.start("-bq", "-t4.5s", "-m9s") }
            for run in runs { run.result().expect { [0, 1].contains($0.status) } }
            try box.waitForRefreshes()
            #expect(box.asked == asked)
        }

        @Test func refresh_endsAtTheDeadlineOfTheRun() throws {
            let box = try Sandbox(binance: "silent", bitstamp: "silent")
            let start = ContinuousClock.now
            try box.run("-bq", "--timeout=400ms", "--max-time=1s")
            try box.waitForRefreshes()
            let elapsed = ContinuousClock.now - start
            // By default it would be 5 s.
            #expect(elapsed > .milliseconds(950) && elapsed < .milliseconds(4500), "\(elapsed)")
            #expect(box.asked == ["binance USD", "bitstamp USD"])
        }

        /// It runs in another directory.
        @Test(.needsOpenSSL) func refresh_whenCertificatePathIsRelative_findsThem() throws {
            let box = try Sandbox()
            let authority = try box.startTLSServer().authority
            _ = try authority.makeHashedDirectory(in: box)
            for (variable, path) in [
                ("SSL_CERT_FILE", "../ca/ca.pem"), ("CURL_CA_BUNDLE", "../ca/ca.pem"),
                ("SSL_CERT_DIR", "../ca/hashed"), ("SSL_CERT_DIR", "/missing:../ca/hashed"),
                ("SSL_CERT_DIR", "missing::../ca/hashed"),
            ] {
                box.environment[variable] = path
                // Once in 256 times two configurations have the same stamp.
                try box.setRefreshStamps(age: 10)
                try box.run("-b", "-s", "binance").expect(1)
                try box.waitForRefreshes()
                #expect(box.cached?.price == "68901.23", "\(variable)=\(path)")
                box.environment[variable] = nil
                unlink(box.cacheFile)
            }
        }

        /// However `btcq` is found. The program is `real/btcq`; other programs of its name are in the current directory
        /// and first on the PATH.
        @Test(
            .needs("bash"),
            arguments: [
                "PATH=real:$PATH; btcq -b", "ln -s real/btcq link && ./link -b",
                "real=$PWD/real && mkdir gone && cd gone && rmdir ../gone && $real/btcq -b",
                "exec 9< real/btcq && cp btcq new && mv new real/btcq && /proc/self/fd/9 -b",
                "exec bash -c 'exec -a /nowhere/btcq real/btcq -b'",
            ])
        func refresh_isTheSameProgram(_ line: String) throws {
            let box = try Sandbox()
            let proof = try plantNamesakes(in: box)
            // A relative path, which needs the current directory.
            box.environment["SSL_CERT_FILE"] = "certificates"
            try box.configure("--fallback none")
            try box.shell(line).expect(1)
            try box.waitForRefreshes()
            #expect(box.asked == ["binance USD"] && box.cached?.price == "68901.23")
            #expect(box.contents(proof) == "")
        }

        /// If the link to the program or /dev/null is missing, or something that cannot be run is in place of the link.
        @Test(
            .needsNamespace, .needsNoSanitizer,
            .enabled(if: geteuid() == 0, "only root may keep its user number in a namespace without /proc"),
            arguments: [("/proc", "/proc/self/exe: No such file"), ("/dev", "/dev/null: No such file")])
        func run_whenAFileThatItNeedsToStartARefreshIsMissing_saysWhich(_ hidden: String, _ reason: String) throws {
            let box = try Sandbox()
            let proof = try plantNamesakes(in: box)
            try box.cache(age: 300)
            let run = try box.shell(inNamespace: "mount -t tmpfs none \(hidden) && PATH=$PWD/real:$PATH && btcq -b")
            run.expect(3, .cached("kraken", "5m"), errors: .contains(reason))
            #expect(box.exchange.connections == 0 && box.contents(proof) == "")
        }

        /// Returns the file that each of them writes to.
        private func plantNamesakes(in box: Sandbox) throws -> String {
            let proof = "\(box.directory)/proof"
            for directory in [box.work, "\(box.work)/first"] {
                for name in ["btcq", "btcq-refresh", "exe", "self"] {
                    chmod(try box.write("#!/bin/sh\necho \"$0 $*\" >> '\(proof)'\n", to: "\(directory)/\(name)"), 0o755)
                }
            }
            try FileManager.default.createDirectory(atPath: "\(box.work)/real", withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: Program.btcq, toPath: "\(box.work)/real/btcq")
            box.environment["PATH"] = "\(box.work)/first:\(box.environment["PATH"] ?? "")"
            return proof
        }
    }
}
