import Foundation
import Testing

extension EndToEnd {
    /// A proxy that uses TLS has a certificate of its own, and its own authority.
    @Suite(.enabled(if: TLSProxy.isAvailable, "needs the openssl command and python3"))
    struct ProxyTrustTests {
        private let box: Sandbox
        private let exchanges: CertificateAuthority
        private let proxys: CertificateAuthority
        private let server: TLSServer
        private let proxy: TLSProxy

        init() throws {
            box = try Sandbox()
            exchanges = try CertificateAuthority(in: box, named: "exchanges")
            proxys = try CertificateAuthority(in: box, named: "proxys")
            server = try TLSServer("good", of: exchanges, in: box)
            proxy = try TLSProxy("good", of: proxys, in: box)
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            box.environment["https_proxy"] = "https://me:s3cret@localhost:\(proxy.port)"
        }

        @Test func authorityOfBothInTheDirectory_isFound() throws {
            box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            try expectQuote(try box.run("-v", "-s", "binance"))
        }

        /// Of the proxy's certificate too the bundle is not read, and need not be there.
        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment))
        func authorityOfBothInTheDirectory_isFoundWithoutABundle() throws {
            box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            try expectQuote(
                try box.shell(
                    Namespace.command("mount -t tmpfs none /etc/ssl/certs && btcq -v -s binance", network: false)))
        }

        /// One is in the system's bundle: the directory is looked up first, and then both are.
        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment), arguments: [true, false])
        func oneAuthorityInTheDirectoryAndTheOtherInTheBundle_areFound(_ isProxysInTheDirectory: Bool) throws {
            let (looked, bundled) = isProxysInTheDirectory ? (proxys, exchanges) : (exchanges, proxys)
            box.environment["SSL_CERT_DIR"] = try looked.makeHashedDirectory(in: box)
            let run = try box.shell(
                Namespace.command(
                    """
                    mkdir store && cp '\(bundled.file)' store/ca-certificates.crt
                    mount --bind store /etc/ssl/certs && btcq -v -s binance
                    """, network: false))
            try expectQuote(run)
        }

        /// As curl has it: a file of the user's is for exchanges, and not for proxies.
        @Test func proxysAuthorityInAFile_doesNotCount() throws {
            box.environment["SSL_CERT_FILE"] = proxys.file
            if Program.tool("curl") != nil {
                let curl = try box.shell("exec curl -s '\(server.url())/'")
                #expect(curl.status == 60, "\(curl)")
            }
            try expectFailure("proxy certificate is from an unknown issuer")
            #expect(!proxy.text.contains("CONNECT"))
        }

        @Test func unknownAuthorityOfTheProxy_isNotBlamedOnTheExchange() throws {
            box.environment["SSL_CERT_DIR"] = try exchanges.makeHashedDirectory(in: box)
            try expectFailure("proxy certificate is from an unknown issuer")
        }

        @Test func unknownAuthorityOfTheExchange_isNotBlamedOnTheProxy() throws {
            box.environment["SSL_CERT_DIR"] = try proxys.makeHashedDirectory(in: box)
            // libcurl may know no more than this of TLS within TLS.
            let reason =
                try box.run("-s", "binance").errors.contains("TLS handshake failed")
                ? "TLS handshake failed" : "certificate is from an unknown issuer"
            try expectFailure(reason)
            #expect(proxy.text.contains("CONNECT"))
        }

        /// The proxy's certificate is good, the exchange's is not for this name of its host.
        @Test func exchangeOfAnotherName_isNotBlamedOnTheProxy() throws {
            box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            box.environment["BTCQ_BINANCE_URL"] = server.url(host: "127.0.0.1")
            try expectFailure("certificate is for another host")
        }

        @Test func proxyOfAnotherName_isNotAsked() throws {
            box.environment["SSL_CERT_DIR"] = try proxys.makeHashedDirectory(in: box)
            box.environment["https_proxy"] = "https://me:s3cret@127.0.0.1:\(proxy.port)"
            try expectFailure("proxy certificate is for another host", host: "127.0.0.1")
            #expect(!proxy.text.contains("CONNECT"))
        }

        private func makeDirectoryOfBoth() throws -> String {
            let directory = try proxys.makeHashedDirectory(in: box)
            try box.shell("cp '\(try exchanges.makeHashedDirectory(in: box))'/* '\(directory)'")
            return directory
        }

        private func expectQuote(
            _ run: Sandbox.Outcome, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            #expect(
                run.status == 0 && run.text.hasSuffix(" binance BTCUSDT\n"), "\(run)", sourceLocation: sourceLocation)
            #expect(run.errors.contains("; at \(server.url()), trusting "), "\(run)", sourceLocation: sourceLocation)
            #expect(!run.errors.contains("s3cret"), "\(run)", sourceLocation: sourceLocation)
            let target = "CONNECT localhost:\(server.port)"
            #expect(proxy.text.contains(target), "\(proxy.text)", sourceLocation: sourceLocation)
        }

        private func expectFailure(
            _ reason: String, host: String = "localhost", sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let run = try box.run("-s", "binance")
            #expect(run.status == 1, "\(run)", sourceLocation: sourceLocation)
            let line = "btcq: no quote: binance: \(reason) (https_proxy=\(host):\(proxy.port))\n"
            #expect(run.errors == line, "\(run)", sourceLocation: sourceLocation)
            #expect(server.requests == 0, sourceLocation: sourceLocation)
        }
    }
}
