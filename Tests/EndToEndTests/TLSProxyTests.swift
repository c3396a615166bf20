import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// A proxy that uses TLS has a certificate of its own, and its own authority.
    @Suite(.needs(missing: TLSProxy.missing)) struct TLSProxyTests {
        private let box: Sandbox
        private let exchanges: CertificateAuthority
        private let proxys: CertificateAuthority
        private let server: TLSServer
        private let proxy: TLSProxy

        init() throws {
            box = try Sandbox()
            (exchanges, server) = try box.startTLSServer()
            proxys = try CertificateAuthority(in: box, named: "proxys")
            proxy = try TLSProxy("good", of: proxys, in: box)
            box.environment["https_proxy"] = "https://me:s3cret@localhost:\(proxy.port)"
        }

        /// Of the proxy's certificate too the bundle is not read, and need not exist.
        @Test(.needsNamespace) func authorities_whenBothAreInTheDirectory_needNoBundle() throws {
            box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            expectQuote(try box.shell(inNamespace: "mount -t tmpfs none /etc/ssl/certs && btcq -v -s binance"))
        }

        /// One is in the system's bundle: the directory is looked up first, and then both are.
        @Test(.needsNamespace, arguments: [true, false])
        func authorities_inTheDirectoryAndInTheBundle_areFound(_ isProxysInTheDirectory: Bool) throws {
            let (looked, bundled) = isProxysInTheDirectory ? (proxys, exchanges) : (exchanges, proxys)
            box.environment["SSL_CERT_DIR"] = try looked.makeHashedDirectory(in: box)
            expectQuote(
                try box.shell(
                    inNamespace: """
                        mkdir store && cp '\(bundled.file)' store/ca-certificates.crt
                        mount --bind store /etc/ssl/certs && btcq -v -s binance
                        """))
        }

        /// Where an authority is known, and the names of the exchange and of the proxy. As in curl, a file of the
        /// user's is for exchanges, and not for proxies.
        @Test(arguments: [
            ("the proxy's in a file", "localhost", "localhost", "proxy certificate", "is from an unknown issuer"),
            ("the exchange's", "localhost", "localhost", "proxy certificate", "is from an unknown issuer"),
            ("the proxy's", "localhost", "localhost", "certificate", "is from an unknown issuer"),
            ("both", "127.0.0.1", "localhost", "certificate", "is for another host"),
            ("the proxy's", "localhost", "127.0.0.1", "proxy certificate", "is for another host"),
        ])
        func certificateError_ofProxyOrExchange_isNotTakenForTheOthers(
            _ known: String, _ exchangeHost: String, _ proxyHost: String, _ certificate: String, _ reason: String
        ) throws {
            switch known {
            case "the proxy's in a file": box.environment["SSL_CERT_FILE"] = proxys.file
            case "the exchange's": box.environment["SSL_CERT_DIR"] = try exchanges.makeHashedDirectory(in: box)
            case "the proxy's": box.environment["SSL_CERT_DIR"] = try proxys.makeHashedDirectory(in: box)
            default: box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            }
            if known == "the proxy's in a file", Program.tool("curl") != nil {
                try box.shell("exec curl -s '\(server.url())/'").expect { $0.status == 60 }
            }
            box.setURL("binance", server.url(host: exchangeHost))
            box.environment["https_proxy"] = "https://me:s3cret@\(proxyHost):\(proxy.port)"
            let run = try box.run("-s", "binance")
            let isOfProxy = certificate == "proxy certificate"
            // libcurl may know no more of TLS within TLS than that the handshake failed.
            let isUnknown = known == "the proxy's" && !isOfProxy && run.errors.contains("TLS handshake failed")
            let shown = isUnknown ? "TLS handshake failed" : "\(certificate) \(Libcurl.rejection(reason))"
            let hint = "(; SSL_CERT_DIR=\\S+ is used)?"
            let proxyNote = "\\(https_proxy=\(proxyHost):\(proxy.port)\\)"
            run.expect(1, errors: .matches("btcq: no quote: binance: \(shown)\(hint) \(proxyNote)\n"))
            #expect(server.requests == 0 && proxy.text.contains("CONNECT ") == !isOfProxy, "\(proxy.text)")
        }

        /// A file of the user's is for exchanges. For the proxy there is no store then.
        @Test(.needsNamespace) func system_withoutCertificatesForTheProxy_isReported() throws {
            box.environment["SSL_CERT_FILE"] = exchanges.file
            let run = try box.shell(inNamespace: "mount -t tmpfs none /etc/ssl/certs && btcq -s binance")
            run.expect(1, errors: .contains("binance: no trusted certificates: install ca-certificates"))
        }

        @Test func certificateError_ofAnExchangeThatUsesNoProxy_isItsOwn() throws {
            box.environment["SSL_CERT_DIR"] = try proxys.makeHashedDirectory(in: box)
            box.setURL("binance", server.url(host: "localhost"))
            box.environment.merge(["https_proxy": "https://localhost:\(proxy.port)", "no_proxy": "localhost"]) { $1 }
            try box.run("-s", "binance").expect(
                1, errors: .contains("binance: certificate \(Libcurl.rejection("is from an unknown issuer"))"))
            #expect(!proxy.text.contains("CONNECT "))
        }

        /// The fetch succeeds if the version of TLS is accepted. OpenSSL accepts all of them here.
        @Test(arguments: [("tls1_1", false), ("tls1_2", true)])
        func tlsOlderThan12_isRejected(_ version: String, _ isAccepted: Bool) throws {
            try box.allowOldTLS()
            let proxy = try TLSProxy("good", of: proxys, in: box, version: version.replacing("tls", with: "TLSv"))
            box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            box.environment["https_proxy"] = "https://localhost:\(proxy.port)"
            try box.requireOldTLS(at: proxy.port, version: version)
            let run = try box.run("-n", "-s", "binance")
            run.expect(
                isAccepted ? 0 : 1, isAccepted ? "68901.23\n" : "",
                errors: isAccepted ? "" : .contains("binance: TLS handshake with the proxy failed"))
            #expect(proxy.text.contains("CONNECT ") == isAccepted, "\(proxy.text)")
        }

        /// Which looks up the name. A response that is not HTTP is the exchange's.
        @Test(arguments: [true, false]) func socksProxy_passesOnTheExchangesResponse(_ isHTTP: Bool) throws {
            let socks = try TLSProxy(nil, of: proxys, in: box)
            box.environment["SSL_CERT_FILE"] = exchanges.file
            box.environment["https_proxy"] = "socks5h://127.0.0.1:\(socks.port)"
            if !isHTTP {
                try box.shell("cd ../site/api/v3/ticker && printf 'HTTP/1.1 200 OK\r\n;\r\n\r\n' | tee 24hr*")
            }
            let run = try box.run("-n", "-s", "binance")
            run.expect(
                isHTTP ? 0 : 1, isHTTP ? "68901.23\n" : "",
                errors: isHTTP ? "" : .contains("binance: invalid data (not HTTP)"))
            #expect(socks.text.contains("CONNECT localhost:\(server.port)"))
        }

        private func makeDirectoryOfBoth() throws -> String {
            let directory = try proxys.makeHashedDirectory(in: box)
            try box.shell("cp '\(try exchanges.makeHashedDirectory(in: box))'/* '\(directory)'")
            return directory
        }

        private func expectQuote(_ run: RunResult, sourceLocation: SourceLocation = #_sourceLocation) {
            run.expect(
                0, .live("binance"), errors: .contains("; at \(server.url()), trusting "),
                sourceLocation: sourceLocation)
            let isProxied = proxy.text.contains("CONNECT localhost:\(server.port)")
            #expect(isProxied && !run.errors.contains("s3cret"), "\(run) \(proxy.text)", sourceLocation: sourceLocation)
        }
    }
}
