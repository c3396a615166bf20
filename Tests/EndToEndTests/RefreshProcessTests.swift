import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// When a background refresh is started, and what its process is like.
    @Suite(.enabled(if: Sandbox.seesProcesses, "no /proc to see the process"))
    struct RefreshProcessTests {
        /// Its quote could not be stored either, so each prompt would start one in vain.
        @Test(arguments: ["full disk", "file size limit"], ["ok", "status-429"])
        func tenPrompts_whenNothingCanBeStored_startNoRefresh(_ obstacle: String, _ route: String) throws {
            guard obstacle != "full disk" || Namespace.isAvailable else { return }
            let box = try Sandbox(binance: route, coinbase: route)
            defer { box.endRefreshes() }
            try box.makeCacheDirectory()
            let prompts = "for i in $(seq 10); do btcq -b 2>&1; echo status $?; done"
            let run =
                obstacle == "full disk"
                ? try box.shell(Namespace.command(box.withFullDisk(prompts), network: false))
                : try box.shell("(ulimit -f 0; \(prompts)) | cat")
            try box.waitForRefreshes()
            #expect(box.asked.isEmpty)
            let reason = obstacle == "full disk" ? "No space left on device" : "File too large"
            let lines =
                "btcq: no quote: no usable quote is cached; none can be fetched: \(box.backoffFile): \(reason)\nstatus 1\n"
            #expect(run.text == String(repeating: lines, count: 10), "\(run)")
        }

        /// Its back-off entry limits it, even where locks do not work. Prompts that start in the same instant may each
        /// start one.
        @Test(
            .disabled(if: Program.isSanitized, "a sanitizer is of no use with strace"),
            arguments: ["directories in their place", "ENOLCK"])
        func sixtyPrompts_whenLocksDoNotWorkAndTheNetworkIsDead_startAtMostThreeRefreshes(_ reason: String) throws {
            guard reason != "ENOLCK" || Program.tool("strace") != nil else { return }
            let box = try Sandbox(binance: "silent", coinbase: "silent")
            defer { box.endRefreshes() }
            try box.makeCacheDirectory()
            let script = "for i in 1 2 3; do for j in $(seq 20); do btcq -bq -t 500ms -m 1s; done & done; wait"
            if reason == "ENOLCK" {
                let strace = "strace -f -o /dev/null -e trace=flock -e inject=flock:error=ENOLCK"
                try box.shell("\(strace) sh -c '\(script)'")
            } else {
                let names = ["BTC-USD.lock", Sandbox.backoffLockName, Sandbox.fetchLockName()]
                try box.shell("cd '\(box.cacheDirectory)' && mkdir \(names.joined(separator: " "))")
                try box.shell(script)
                #expect(box.refreshes.count <= 3)
            }
            try box.waitForRefreshes()
            #expect((1...6).contains(box.asked.count), "\(box.asked)")
        }

        /// Otherwise the caller's directory could not be unmounted in the meantime, and `ps` would show `exe`.
        @Test func refresh_isCalledBtcqAndHasTheRootAsItsDirectory() throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            let gate = box.holdAll()
            defer { gate.open() }
            try box.run("-bq")
            try waitUntil("a source is asked") { !box.asked.isEmpty }
            let refresh = try #require(box.refreshes.first)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(refresh)/cwd") == "/")
            #expect(box.contents("/proc/\(refresh)/comm") == "btcq\n")
            gate.open()
            try box.waitForRefreshes()
        }

        @Test(
            .enabled(if: CertificateAuthority.isAvailable, CertificateAuthority.comment),
            arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE", "SSL_CERT_DIR"])
        func refresh_whenCertificatePathIsRelative_findsThem(_ variable: String) throws {
            let box = try Sandbox()
            defer { box.endRefreshes() }
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            _ = try authority.makeHashedDirectory(in: box)
            box.environment[variable] = variable == "SSL_CERT_DIR" ? "../ca/hashed" : "../ca/ca.pem"
            try box.run("-b", "-s", "binance").expect { $0.errors.hasSuffix("; one is being fetched\n") }
            try box.waitForRefreshes()
            #expect(box.cached?.price == "68901.23", "\(box.backoffEntries)")
        }
    }
}
