import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Proxies with an old TLS, and proxy variables with secrets.
    @Suite struct EdgeProxyTests {
        private static let secret = "S3CRET"

        /// The fetch succeeds if the version of TLS is accepted. curl accepts all of them here.
        @Test(
            .enabled(if: TLSProxy.isAvailable, "needs the openssl command and python3"),
            arguments: [("TLSv1", false), ("TLSv1_1", false), ("TLSv1_2", true), ("TLSv1_3", true)])
        func proxyOverTLS_withTLSOlderThan12_isRejected(_ version: String, _ isAccepted: Bool) throws {
            let box = try Sandbox()
            try Self.allowOldTLS(in: box)
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            let proxy = try TLSProxy("good", of: authority, in: box, version: version)
            box.environment["SSL_CERT_DIR"] = try authority.makeHashedDirectory(in: box)
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            box.environment["https_proxy"] = "https://localhost:\(proxy.port)"
            if Program.tool("curl") != nil {
                try box.shell("exec curl -s '\(server.url())'")
                try #require(proxy.text.contains("CONNECT "), "curl or the proxy rejects \(version): \(proxy.text)")
            }
            let before = proxy.text
            let run = try box.run("-n", "-s", "binance")
            let after = proxy.text.dropFirst(before.count)
            if isAccepted {
                #expect(run.status == 0 && run.text == "68901.23\n", "\(run)")
                #expect(after.contains("CONNECT "), "\(proxy.text)")
            } else {
                let reason = "TLS handshake failed (https_proxy=localhost:\(proxy.port))"
                #expect(run.status == 1 && run.errors == "btcq: no quote: binance: \(reason)\n", "\(run)")
                #expect(!after.contains("CONNECT ") && server.requests == 0, "\(proxy.text)")
            }
        }

        /// In a network namespace no name server is asked for these names.
        @Test(
            .enabled(if: Namespace.isAvailable, Namespace.comment),
            arguments: [
                ("http://user:\(secret)%40host:3128", nil), ("user:\(secret)", nil), ("http://user:\(secret)", nil),
                ("host:9?t=\(secret)", "host:9"), ("http://host:9/\(secret)", "host:9"),
                ("http://host:9#\(secret)", "host:9"), ("http://user:\(secret)@host:3128", "host:3128"),
                ("http://user:\(secret)@host:3128/\(secret)", "host:3128"), ("\(secret)://host:9", "host:9"),
                ("http://user:\(secret)/x@host:3128", nil), ("http://user:pass@\(secret):x", nil),
                ("http://[::1]:9/\(secret)", "[::1]:9"), ("http://[\(secret)", nil), ("\(secret)%20host", nil),
            ])
        func proxyVariable_withASecret_isPrintedWithoutIt(_ value: String, _ host: String?) throws {
            for variable in ["https_proxy", "HTTPS_PROXY", "all_proxy"] {
                let box = try Sandbox()
                box.environment["BTCQ_BINANCE_URL"] = "https://127.0.0.1:9"
                box.environment[variable] = value
                let run = try box.shell(Namespace.command("btcq -v -s binance"))
                #expect(run.status == 1 && run.output.isEmpty, "\(run)")
                #expect(!run.errors.contains(Self.secret), "\(run)")
                let shown = host.map { "(\(variable)=\($0))" }
                #expect(run.errors.contains(shown ?? "binance: "), "\(run)")
                #expect(run.errors.lowercased().contains("_proxy=") == (host != nil), "\(run)")
            }
        }

        #if os(Linux)
            /// `CURL_DISABLE_PROXY`: such a libcurl has none of these options.
            private static let proxyOptions = ",250,265,10177,10246,10247,"

            @Test(
                .enabled(if: LibcurlShim.isAvailable, LibcurlShim.comment),
                .disabled(if: Program.isSanitized, "a sanitizer looks at every library"),
                arguments: ["SHIM_UNKNOWN", "SHIM_NOT_BUILT_IN"])
            func fetch_whenLibcurlHasNoProxySupport_succeeds(_ variable: String) throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                box.environment[variable] = Self.proxyOptions
                for library in ["OpenSSL/3.0.17", "GnuTLS/3.7.9"] {
                    box.environment["SHIM_TLS"] = library
                    let run = try box.run("-n", "-s", "binance")
                    #expect(run.status == 0 && run.text == "68901.23\n" && run.errors.isEmpty, "\(library): \(run)")
                }
            }

            @Test(
                .enabled(
                    if: LibcurlShim.isAvailable && CertificateAuthority.isAvailable,
                    "needs clang, libcurl.so.4 and the openssl command"),
                .disabled(if: Program.isSanitized, "a sanitizer looks at every library"),
                arguments: ["SHIM_UNKNOWN", "SHIM_NOT_BUILT_IN"], ["SSL_CERT_DIR", "SSL_CERT_FILE"])
            func fetchOverTLS_whenLibcurlHasNoProxySupport_succeeds(_ variable: String, _ trust: String) throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                let authority = try CertificateAuthority(in: box)
                let server = try TLSServer("good", of: authority, in: box)
                box.environment[variable] = Self.proxyOptions
                box.environment[trust] =
                    try trust == "SSL_CERT_DIR" ? authority.makeHashedDirectory(in: box) : authority.file
                box.environment["BTCQ_BINANCE_URL"] = server.url()
                for library in ["OpenSSL/3.0.17", "GnuTLS/3.7.9"] {
                    box.environment["SHIM_TLS"] = library
                    let run = try box.run("-n", "-s", "binance")
                    #expect(run.status == 0 && run.text == "68901.23\n" && run.errors.isEmpty, "\(library): \(run)")
                }
            }
        #endif

        /// A system that would allow TLS 1.0.
        private static func allowOldTLS(in box: Sandbox) throws {
            let path = "\(box.directory)/openssl.cnf"
            try """
            openssl_conf = all
            [all]
            ssl_conf = ssl
            [ssl]
            system_default = lax
            [lax]
            MinProtocol = TLSv1
            CipherString = DEFAULT@SECLEVEL=0
            """.write(toFile: path, atomically: true, encoding: .utf8)
            box.environment["OPENSSL_CONF"] = path
        }
    }
}
