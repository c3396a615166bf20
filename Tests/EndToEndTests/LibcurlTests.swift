#if os(Linux)
    import Foundation
    import StubExchange
    import TestSupport
    import Testing

    extension EndToEnd {
        /// Libcurls that are not the usual one: with another TLS library, under another name, or unusable.
        @Suite(.needs(missing: LibcurlShim.missing)) struct LibcurlTests {
            private let box: Sandbox
            private let log: String

            init() throws {
                box = try Sandbox()
                try LibcurlShim.use(in: box)
                log = "\(box.directory)/options"
                box.environment["SHIM_TLS"] = "OpenSSL/3.0.17"
            }

            /// Two threads need it at once while it is being initialized. No behavior of a recent libcurl shows the
            /// last option, which rules out signals.
            @Test func libcurl_isInitializedOnceBeforeEitherThreadUsesIt() throws {
                for source in ["binance", "bitstamp"] { box.set(source, "slow-600") }
                box.environment["SHIM_LOG"] = log
                box.environment["SHIM_INITIALIZATION"] = "200000"
                try box.run("-t", "1ms", "-m", "20s").expect(0)
                let lines = box.contents(log).split(separator: "\n")
                #expect(lines.first == "global 3" && lines.count { $0.hasPrefix("global") } == 1)
                #expect(lines.count { $0 == "99 1" } == 2)
            }

            /// The primary would respond after 1.6 s.
            @Test func timeout_countsFromWhenLibcurlIsOpened() throws {
                for (source, route) in [("binance", "slow-600"), ("bitstamp", "ok")] { box.set(source, route) }
                box.environment["SHIM_INITIALIZATION"] = "1000000"
                try box.run("-t", "1200ms", "-m", "20s").expect(0, .live("bitstamp"))
            }

            /// Such as the one by which it checks the certificate, the host name, or the version of TLS.
            @Test(arguments: [64, 81, 32])
            func option_whenUnknown_letsNothingBeSent(_ option: Int) throws {
                box.environment["SHIM_UNKNOWN"] = ",\(option),"
                try box.run("-s", "binance").expect(1, errors: .contains("binance: An unknown option"))
                #expect(box.exchange.connections == 0)
            }

            /// Verify results are those of OpenSSL and its relatives alone. Only OpenSSL itself looks a directory up by
            /// hash, so that there are two tries. The library in parentheses is not in use.
            @Test(
                .needsOpenSSL,
                arguments: [
                    ("(GnuTLS/3.7.9) OpenSSL/3.0.17", true, 2), ("(SecureTransport) LibreSSL/3.3.6", true, 1),
                    ("(OpenSSL/3.0.17) GnuTLS/3.7.9", false, 1), ("", false, 1),
                ])
            func tlsLibraryInUse_decidesOnStoresAndReasons(_ library: String, _ isKnown: Bool, _ tries: Int) throws {
                let server = try box.startTLSServer().server
                let recorder = try box.record(server)
                box.environment["SSL_CERT_DIR"] = box.work
                box.environment["SHIM_TLS"] = library
                let reason = isKnown ? "from an unknown issuer" : "not trusted"
                try box.run("-s", "binance").expect(1, errors: .contains("binance: certificate is \(reason); "))
                #expect(recorder.connections == tries && server.requests == 0)
            }

            /// The first name is no library here.
            @Test func libcurlOfGnuTLS_whenThereIsNoOther_isUsed() throws {
                try LibcurlShim.use(in: box, as: "libcurl-gnutls.so.4")
                try box.write("no library", to: "\(box.directory)/shim/libcurl.so.4")
                box.environment["SHIM_LOG"] = log
                try box.run("-s", "binance").expect(0, errors: "")
                #expect(box.contents(log).contains("84 2\n"))
            }

            /// The loader's message for a library that exists, but cannot be loaded, is its own.
            @Test(arguments: ["junk", "another library", "part missing"])
            func run_whenLibcurlIsUnusable_printsTheReasonAndTheCachedQuote(_ kind: String) throws {
                try box.cache(age: 300, source: "binance")
                let directory = "\(box.directory)/shim"
                let reason: String
                switch kind {
                case "junk":
                    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
                        try box.write("junk", to: "\(directory)/\(name)")
                    }
                    reason = "libcurl cannot be loaded: \(directory)/libcurl-gnutls.so.4: file too short"
                case "another library":
                    try box.compile("int unused;", to: "shim/libcurl.so.4")
                    reason = "libcurl has no curl_global_init"
                default:
                    let part = try box.compile("int part(void) { return 0; }", to: "shim/libpart.so.1")
                    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
                        try box.compile(
                            "int part(void); int curl(void) { return part(); }", to: "shim/\(name)",
                            options: "-L\(directory) -l:libpart.so.1")
                    }
                    unlink(part)
                    reason =
                        "libcurl cannot be loaded: libpart.so.1: cannot open shared object file: No such file or directory"
                }
                try box.run("-s", "binance").expect(
                    3, .cached("binance", "5m"), errors: .contains("binance: \(reason); "))
                try box.run("-V", "-v").expect(0, .contains("\(reason)\n"))
            }
        }
    }
#endif
