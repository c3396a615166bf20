import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Networks in which addresses or name servers do not respond, in a namespace of their own. Binance's server is
    /// there too.
    @Suite(.needsNetwork, .needsOpenSSL) struct NameServerTests {
        struct Network: Sendable, CustomTestStringConvertible {
            let testDescription: String
            /// Of the name server.
            let records: String
            /// The addresses that drop packets.
            let silent: [String]
            /// Where the server listens. All other addresses reject connections.
            let server: String
            /// In which role there is no quote, as with `curl`.
            let lost: [Role]

            init(_ name: String, _ records: String, silent: [String] = [], server: String, lost: [Role] = []) {
                testDescription = name
                (self.records, self.silent, self.server, self.lost) = (records, silent, server, lost)
            }
        }

        enum Role: CaseIterable { case primary, fallback }

        private static let host = "data-api.binance.vision"
        private static let (ipv4, ipv6) = ("127.0.0.2", "::1")
        private static let both = "A=\(ipv4) AAAA=\(ipv6)"
        /// Whether libcurl connects to the addresses of one family while it waits for those of the other.
        private static let asksAtOnce = Libcurl.inUse?.isAtLeast("8.22") == true
        private static let ipv6Only = Network("there is no IPv4 address", "A= AAAA=\(ipv6)", server: ipv6)

        private static let networks = [
            ipv6Only,
            Network("there is no IPv6 address", "A=\(ipv4) AAAA=", server: ipv4),
            Network("IPv4 drops packets", both, silent: [ipv4], server: ipv6),
            Network("IPv6 drops packets", both, silent: [ipv6], server: ipv4),
            Network("IPv4 rejects connections", both, server: ipv6),
            Network("IPv6 rejects connections", both, server: ipv4),
            Network("queries for AAAA are dropped", "A=\(ipv4)", server: ipv4, lost: asksAtOnce ? [] : [.primary]),
            Network(
                "queries for A are dropped", "AAAA=\(ipv6)", server: ipv6,
                lost: asksAtOnce ? [] : Role.allCases),
        ]

        private let box: Sandbox
        private let authority: CertificateAuthority

        init() throws {
            box = try Sandbox()
            authority = try CertificateAuthority(in: box, certificates: [Self.host])
            box.environment["BTCQ_BINANCE_URL"] = nil
            box.set("kraken", "status-500")
            box.environment["SSL_CERT_FILE"] = authority.file
        }

        /// libcurl divides the time that it has among the addresses. A second attempt would begin with a second
        /// look-up, after half of the time.
        @Test(arguments: ["-s binance", "--primary kraken --fallback binance"])
        func firstAddress_whenItDropsPackets_doesNotPreventTheQuote(_ sources: String) throws {
            let network = Network("two", "A=127.0.0.3,127.0.0.2 AAAA=", silent: ["127.0.0.3"], server: Self.ipv4)
            let run = try run("\(sources) -v -m 6s", in: network)
            let firstSteps = "(?s).*binance: 68901.23; total [0-9.]+ms \\(libcurl [0-9.]+ms, name \(Self.host) .*"
            run.expect(0, .live("binance"), errors: .matches(firstSteps))
        }

        @Test(arguments: networks, Role.allCases)
        func source_whenSomeOfItsAddressesDoNotWork_isAskedAtAnother(_ network: Network, _ role: Role) throws {
            let isLost = network.lost.contains(role)
            let sources = role == .primary ? "-s binance" : "--primary kraken --fallback binance"
            let run = try run("\(sources) -m \(isLost ? "1s" : "4500ms")", in: network)
            if isLost {
                run.expect(1, minimum: .milliseconds(980))
            } else {
                // After half of the time at the latest, and a second in which libcurl may sleep.
                run.expect(0, .live("binance"), errors: "", maximum: .milliseconds(3400))
            }
        }

        /// The issuer of its certificate is in the bundle only, into which a second look is needed.
        @Test func source_whenItsIssuerIsInTheBundle_isAskedInTheSameWay() throws {
            try box.write(box.contents(authority.file), to: "store/ca-certificates.crt")
            box.environment["SSL_CERT_FILE"] = nil
            let bundle = "mount --bind store /etc/ssl/certs\n"
            let run = try run("--primary kraken --fallback binance -m 4500ms", in: Self.ipv6Only, after: bundle)
            run.expect(0, .live("binance"), errors: "")
        }

        /// The second attempt finds the proxy, and is rejected.
        @Test func proxy_whenItHasNoIPv4Address_isConnectedToOverIPv6() throws {
            box.environment["https_proxy"] = "example.org:1"
            try run("--primary kraken --fallback binance", in: Self.ipv6Only).expect(
                1, errors: .suffix("binance: connection refused (https_proxy=example.org:1)\n"))
        }

        /// A second attempt would look the name up again. A single name server is not asked anew before glibc's own
        /// five seconds.
        @Test func fallback_whenTheLookupTakesMoreThanHalfOfTheTime_isAsked() throws {
            let network = Network("slow", "delay=4.5 A=\(Self.ipv4) AAAA=", server: Self.ipv4)
            let run = try run("--primary kraken --fallback binance -m 8s", in: network)
            run.expect(0, .live("binance"), errors: "")
        }

        /// The name is looked up once in each attempt: the first ones are over IPv4 only, or without the bundle.
        @Test func times_areThoseOfAllAttempts() throws {
            try box.write(box.contents(authority.file), to: "store/ca-certificates.crt")
            box.environment["SSL_CERT_FILE"] = nil
            let network = Network("delay", "delay=0.3 A= AAAA=\(Self.ipv6)", server: Self.ipv6)
            let run = try run(
                "-v --primary kraken --fallback binance -m 10s", in: network,
                after: "mount --bind store /etc/ssl/certs\n")
            let steps =
                #/binance: .*; total ([0-9.]+)ms \(libcurl .*, earlier attempts ([0-9.]+)ms, name \S+ ([0-9.]+)ms/#
            let times = try #require(run.errors.firstMatch(of: steps), "\(run)")
            for (time, minimum) in [(times.1, 600.0), (times.2, 300), (times.3, 300)] {
                let milliseconds = try #require(Double(time))
                #expect(milliseconds >= minimum && milliseconds <= run.elapsed / .milliseconds(1), "\(run)")
            }
        }

        private func run(_ arguments: String, in network: Network, after preparation: String = "") throws -> RunResult {
            try box.write(Self.server, to: "server.py")
            let certificate = "'\(authority.directory)/\(Self.host).pem' '\(authority.directory)/\(Self.host).key'"
            return try box.shell(
                inNamespace: preparation + NameServer.start(records: network.records, in: box)
                    + SilentAddresses.start(network.silent, in: box) + """
                        rm -f server
                        python3 server.py \(network.server) \(certificate) > server 2>&1 &
                        until [ -s server ]; do sleep 0.02; done
                        btcq \(arguments)
                        status=$?
                        kill $!
                        exit $status
                        """, network: true)
        }

        /// A few lines of Python, since `openssl s_server` serves one connection at a time: an abandoned one would be
        /// in the way of the next attempt. Ends after 20 seconds.
        private static let server = """
            import os, socket, ssl, sys, threading
            threading.Timer(20, os._exit, [0]).start()
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[2], sys.argv[3])
            server = socket.create_server((sys.argv[1], 443), family=socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET)
            print("listening", flush=True)

            def serve(client):
                try:
                    client = context.wrap_socket(client, server_side=True)
                    client.recv(4096)
                    body = b'{"symbol":"BTCUSDT","lastPrice":"68901.23"}'
                    client.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n%s" % (len(body), body))
                    client.close()
                except OSError:
                    pass

            while True:
                threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
            """
    }
}
