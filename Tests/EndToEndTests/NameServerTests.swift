import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Networks in which addresses or name servers do not respond, in a namespace of their own. Binance's server is there too.
    @Suite(.needsNamespace, .needsOpenSSL) struct NameServerTests {
        /// A network, and what becomes of a request there.
        struct Network: Sendable, CustomTestStringConvertible {
            let testDescription: String
            /// Of the name server.
            let records: String
            /// The addresses that drop packets.
            let silent: [String]
            /// Where the server listens. All other addresses reject connections.
            let server: String
            let asPrimary: Expectation
            let asFallback: Expectation

            init(
                _ name: String, _ records: String, silent: [String] = [], server: String,
                asPrimary: Expectation = .promptQuote, asFallback: Expectation = .promptQuote
            ) {
                (testDescription, self.records, self.silent, self.server) = (name, records, silent, server)
                (self.asPrimary, self.asFallback) = (asPrimary, asFallback)
            }
        }

        enum Expectation {
            /// Within half of the time limit.
            case promptQuote
            /// After half of the time limit, which the attempt over IPv4 has taken.
            case lateQuote
            /// As with `curl`.
            case noQuote
        }

        enum Role: CaseIterable { case primary, fallback }

        /// Where the certificate's authority is found: at once, or by the second look, into the bundle.
        enum Store: CaseIterable { case file, bundle }

        private static let (ipv4, ipv6) = ("127.0.0.2", "::1")
        private static let (ipv4Server, ipv6Server) = ("-accept \(ipv4):443 -4", "-accept [\(ipv6)]:443 -6")
        private static let both = "A=\(ipv4) AAAA=\(ipv6)"

        private static let networks = [
            Network("IPv4 drops packets", both, silent: [ipv4], server: ipv6Server, asFallback: .lateQuote),
            Network("IPv6 drops packets", both, silent: [ipv6], server: ipv4Server),
            Network("IPv4 rejects connections", both, server: ipv6Server),
            Network("IPv6 rejects connections", both, server: ipv4Server),
            Network("there is no IPv4 address", "A= AAAA=\(ipv6)", server: ipv6Server),
            Network("there is no IPv6 address", "A=\(ipv4) AAAA=", server: ipv4Server),
            Network("queries for AAAA are dropped", "A=\(ipv4)", server: ipv4Server, asPrimary: .noQuote),
            Network(
                "queries for A are dropped", "AAAA=\(ipv6)", server: ipv6Server, asPrimary: .noQuote,
                asFallback: .noQuote),
        ]

        private let box: Sandbox
        private let authority: CertificateAuthority

        init() throws {
            box = try Sandbox()
            authority = try CertificateAuthority(in: box, certificates: ["example.org"])
            box.setURL("binance", "https://example.org")
            box.set("kraken", "status-500")
        }

        @Test(arguments: networks, Role.allCases)
        func source_whenAFamilyDoesNotWork_isAskedOverTheOther(_ network: Network, _ role: Role) throws {
            let expected = role == .primary ? network.asPrimary : network.asFallback
            // For a request that fails, the store does not matter.
            for store in expected == .noQuote ? [Store.file] : Store.allCases {
                let sources = role == .primary ? "-s binance" : "--primary kraken --fallback binance"
                let maxTime = expected == .noQuote ? 1 : 3
                let run = try run("-v \(sources) -m \(maxTime)s", in: network, store)
                if expected == .noQuote {
                    run.expect(1, errors: .contains("binance: no response in "))
                } else {
                    run.expect(0, .live("binance"))
                    let total = try #require(totalTime(run), "\(run)")
                    #expect((total >= .milliseconds(1400)) == (expected == .lateQuote), "\(store) \(run)")
                }
            }
        }

        /// libcurl divides the time that it has among the addresses.
        @Test(arguments: ["-s binance", "--primary binance --fallback bitstamp"])
        func firstAddress_whenItDropsPackets_doesNotPreventTheQuote(_ sources: String) throws {
            let network = Network(
                "two IPv4 addresses", "A=\(Self.ipv4),127.0.0.3 AAAA=", silent: [Self.ipv4],
                server: "-accept 127.0.0.3:443 -4")
            box.set("bitstamp", "silent")
            try run("\(sources) -m 4s", in: network, .file).expect(0, .live("binance"), errors: "")
        }

        /// The second attempt finds the proxy, and is rejected.
        @Test func proxy_whenItHasNoIPv4Address_isConnectedToOverIPv6() throws {
            box.environment["https_proxy"] = "example.org:1"
            let network = Network("IPv6 only", "A= AAAA=\(Self.ipv6)", server: Self.ipv6Server)
            try run("--primary kraken --fallback binance", in: network, .file).expect(
                1, errors: .suffix("binance: connection refused (https_proxy=example.org:1)\n"))
        }

        /// The name is looked up once in each attempt.
        @Test func total_isTheTimeOfAllAttempts() throws {
            let network = Network("IPv6 only", "delay=0.3 A= AAAA=\(Self.ipv6)", server: Self.ipv6Server)
            let run = try run("-v --primary kraken --fallback binance -m 10s", in: network, .file)
            run.expect(0, .live("binance"), errors: .contains(" (name example.org "))
            let total = try #require(totalTime(run), "\(run)")
            #expect((.milliseconds(600)...run.elapsed).contains(total), "\(run)")
        }

        private func totalTime(_ run: RunResult) -> Duration? {
            let line = run.errorLines.first { $0.contains("binance: ") } ?? ""
            return line.firstMatch(of: #/; total ([0-9.]+)ms/#).flatMap { Double($0.1) }.map { .milliseconds($0) }
        }

        private func run(_ arguments: String, in network: Network, _ store: Store) throws -> RunResult {
            let server = try TLSServer.command("example.org", of: authority, in: box, options: [network.server])
            var preparation = ""
            if store == .bundle {
                try box.write(box.contents(authority.file), to: "store/ca-certificates.crt")
                preparation = "mount --bind store /etc/ssl/certs\n"
            }
            box.environment["SSL_CERT_FILE"] = store == .bundle ? nil : authority.file
            return try box.shell(
                inNamespace: preparation + NameServer.start(records: network.records, in: box)
                    + SilentAddresses.start(network.silent, in: box) + """
                        rm -f server
                        (\(server)) > server 2>&1 &
                        until grep -qs ACCEPT server; do sleep 0.02; done
                        btcq \(arguments)
                        status=$?
                        kill $!
                        exit $status
                        """, network: true)
        }
    }
}
