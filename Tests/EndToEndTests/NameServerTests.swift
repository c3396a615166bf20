import TestSupport
import Testing

extension EndToEnd {
    /// Name servers that do not respond to every query, and networks with IPv6 only. Here the fallback is Binance, whose
    /// server is in the namespace too.
    @Suite(.needsNamespace, .needsOpenSSL) struct NameServerTests {
        private let box: Sandbox
        private let authority: CertificateAuthority

        init() throws {
            box = try Sandbox()
            authority = try CertificateAuthority(in: box, certificates: ["example.org"])
            box.environment["SSL_CERT_FILE"] = authority.file
            box.setURL("binance", "https://example.org")
        }

        /// The primary waits for the other response, the fallback asks for none. At 4 s the resolver has not asked again.
        @Test func nameServer_whenItDropsAAAA_doesNotDelayTheFallback() throws {
            box.setURL("bitstamp", "https://example.org")
            try run("-4", records: "A=127.0.0.1").expect(0, .live("binance"), errors: "")
        }

        /// There is no address, or no server at the address. The primary cannot be connected to.
        @Test(arguments: ["A= AAAA=::1", "A=127.0.0.1 AAAA=::1"])
        func fallback_whenNoConnectionIsMadeOverIPv4_usesIPv6(_ records: String) throws {
            try run("-6", records: records).expect(0, .live("binance"), errors: "")
        }

        /// The second attempt finds the proxy, and is rejected.
        @Test func proxy_whenItHasNoIPv4Address_isConnectedToOverIPv6() throws {
            box.environment["https_proxy"] = "example.org:1"
            try run("-6", records: "A= AAAA=::1").expect(
                1, errors: .suffix("binance: connection refused (https_proxy=example.org:1)\n"))
        }

        /// - Parameter family: of the addresses that the server listens at.
        private func run(_ family: String, records: String) throws -> RunResult {
            let server = try TLSServer.command(
                "example.org", of: authority, in: box, options: ["-accept 443", family])
            return try box.shell(
                inNamespace: NameServer.start(records: records, in: box) + """
                    (\(server)) > server 2>&1 &
                    until grep -qs ACCEPT server; do sleep 0.02; done
                    btcq --primary bitstamp --fallback binance --max-time 4s
                    status=$?
                    kill $!
                    exit $status
                    """, network: true)
        }
    }
}
