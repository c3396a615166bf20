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

        @Test func authorities_whenBothAreInTheDirectory_areFound() throws {
            box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            expectQuote(try box.run("-v", "-s", "binance"))
        }

        /// Of the proxy's certificate too the bundle is not read, and need not exist.
        @Test(.needsNamespace) func authorities_whenBothAreInTheDirectory_needNoBundle() throws {
            box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            expectQuote(try box.shell(inNamespace: "mount -t tmpfs none /etc/ssl/certs && btcq -v -s binance"))
        }

        /// One is in the system's bundle: the directory is looked up first, and then both are.
        @Test(.needsNamespace, arguments: [true, false])
        func authorities_whenOneIsInTheDirectoryAndOneInTheBundle_areFound(_ isProxysInTheDirectory: Bool) throws {
            let (looked, bundled) = isProxysInTheDirectory ? (proxys, exchanges) : (exchanges, proxys)
            box.environment["SSL_CERT_DIR"] = try looked.makeHashedDirectory(in: box)
            expectQuote(
                try box.shell(
                    inNamespace: """
                        mkdir store && cp '\(bundled.file)' store/ca-certificates.crt
                        mount --bind store /etc/ssl/certs && btcq -v -s binance
                        """))
        }

        /// As in curl, a file of the user's is for exchanges, and not for proxies.
        @Test func proxysAuthority_inAFile_doesNotCount() throws {
            box.environment["SSL_CERT_FILE"] = proxys.file
            if Program.tool("curl") != nil {
                try box.shell("exec curl -s '\(server.url())/'").expect { $0.status == 60 }
            }
            try expectFailure("proxy certificate is from an unknown issuer", connects: false)
        }

        @Test func proxysAuthority_whenUnknown_isNotTakenForTheExchanges() throws {
            box.environment["SSL_CERT_DIR"] = try exchanges.makeHashedDirectory(in: box)
            try expectFailure("proxy certificate is from an unknown issuer", connects: false)
        }

        /// libcurl may know no more of TLS within TLS than that the handshake failed.
        @Test func exchangesAuthority_whenUnknown_isNotTakenForTheProxys() throws {
            box.environment["SSL_CERT_DIR"] = try proxys.makeHashedDirectory(in: box)
            let isKnown = try !box.run("-s", "binance").errors.contains("TLS handshake failed")
            let reason = "certificate is from an unknown issuer; \(CertificateAuthority.hint)"
            try expectFailure(isKnown ? reason : "TLS handshake failed", connects: true)
        }

        @Test func exchange_ofAnotherName_isNotTakenForTheProxy() throws {
            box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            box.setURL("binance", server.url(host: "127.0.0.1"))
            try expectFailure("certificate is for another host", connects: true)
        }

        @Test func proxy_ofAnotherName_isNotAsked() throws {
            box.environment["SSL_CERT_DIR"] = try proxys.makeHashedDirectory(in: box)
            box.environment["https_proxy"] = "https://me:s3cret@127.0.0.1:\(proxy.port)"
            try expectFailure("proxy certificate is for another host", host: "127.0.0.1", connects: false)
        }

        /// The fetch succeeds if the version of TLS is accepted. curl accepts all of them here.
        @Test(arguments: [("TLSv1", false), ("TLSv1_1", false), ("TLSv1_2", true), ("TLSv1_3", true)])
        func tlsOlderThan12_isRejected(_ version: String, _ isAccepted: Bool) throws {
            try box.allowOldTLS()
            let proxy = try TLSProxy("good", of: proxys, in: box, version: version)
            box.environment["SSL_CERT_DIR"] = try makeDirectoryOfBoth()
            box.environment["https_proxy"] = "https://localhost:\(proxy.port)"
            if Program.tool("curl") != nil {
                try box.shell("exec curl -s '\(server.url())'")
                try #require(proxy.text.contains("CONNECT "), "curl or the proxy rejects \(version): \(proxy.text)")
            }
            let before = proxy.text
            let run = try box.run("-n", "-s", "binance")
            let reason = "TLS handshake failed (https_proxy=localhost:\(proxy.port))"
            run.expect(
                isAccepted ? 0 : 1, isAccepted ? "68901.23\n" : "",
                errors: isAccepted ? "" : "btcq: no quote: binance: \(reason)\n")
            #expect(proxy.text.dropFirst(before.count).contains("CONNECT ") == isAccepted, "\(proxy.text)")
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

        private func expectFailure(
            _ reason: String, host: String = "localhost", connects: Bool,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let line = "btcq: no quote: binance: \(reason) (https_proxy=\(host):\(proxy.port))\n"
            try box.run("-s", "binance").expect(1, errors: .exactly(line), sourceLocation: sourceLocation)
            let isRight = server.requests == 0 && proxy.text.contains("CONNECT ") == connects
            #expect(isRight, "\(proxy.text)", sourceLocation: sourceLocation)
        }
    }
}
