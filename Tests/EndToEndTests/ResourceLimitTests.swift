import TestSupport
import Testing

extension EndToEnd {
    /// What a run has too few of is not reported as a fault of the host, the network or the certificates.
    @Suite(.needsNoSanitizer) struct ResourceLimitTests {
        #if os(Linux)
            /// The resolver's thread has a stack of the usual size, for which there is no memory.
            @Test(arguments: [nil, "proxy.invalid:1"])
            func resolver_whenItsThreadCannotBeStarted_isTheReason(_ proxy: String?) throws {
                let box = try Sandbox()
                box.setURL("binance", "https://exchange.invalid")
                box.environment["https_proxy"] = proxy
                let note = proxy.map { " (https_proxy=\($0))" } ?? ""
                try box.shell("ulimit -s 4000000 && ulimit -v 2000000 && exec btcq -s binance").expect(
                    1, errors: .suffix("binance: no thread can be started\(note)\n"))
            }
        #endif

        /// From a limit that is too low for libcurl itself to the first one that is high enough. libcurl does not look up
        /// `localhost`.
        @Test(
            .needsNamespace, .needs("prlimit"), .needsOpenSSL,
            arguments: [("good", "localhost"), ("example.org", "example.org")])
        func descriptors_whenThereAreTooFew_areTheReason(_ certificate: String, _ host: String) throws {
            let box = try Sandbox()
            let server = try box.startTLSServer(certificate, isTrusted: true).server
            box.setURL("binance", server.url(host: host))
            try box.write("127.0.0.1 example.org\n", to: "hosts")
            let run = try box.shell(
                inNamespace: """
                    echo 'hosts: files' > nsswitch.conf
                    mount --bind nsswitch.conf /etc/nsswitch.conf
                    mount --bind hosts /etc/hosts
                    limit=4
                    until prlimit --nofile=$limit '\(Program.btcq)' -n -s binance || [ $limit = 99 ]; do
                        limit=$((limit + 1))
                    done
                    """)
            let failures = run.expect(0, "68901.23\n").errorLines.filter { $0.contains(": binance: ") }
            #expect(failures.isEmpty, "\(run)")
        }
    }
}
