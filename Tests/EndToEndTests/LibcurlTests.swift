#if os(Linux)
    import Foundation
    import StubExchange
    import TestSupport
    import Testing

    extension EndToEnd {
        /// Libcurls that are not the usual one: older, with another TLS library, under another name, or unusable.
        @Suite(.needs(missing: LibcurlShim.missing)) struct LibcurlTests {
            private let box: Sandbox
            private let log: String

            init() throws {
                box = try Sandbox()
                try LibcurlShim.use(in: box)
                log = "\(box.directory)/options"
                box.environment["SHIM_TLS"] = "OpenSSL/3.0.17"
            }

            /// Two threads need it at once, and its initialization takes 200 ms. No behavior of a recent libcurl shows the last
            /// options, which rule out HTTP/0.9 and signals.
            @Test func libcurl_isInitializedOnceBeforeEitherThreadUsesIt() throws {
                for source in ["binance", "bitstamp"] { box.set(source, "slow-600") }
                box.environment["SHIM_LOG"] = log
                try box.run("-t", "1ms", "-m", "20s").expect(0)
                let lines = box.contents(log).split(separator: "\n")
                #expect(lines.first == "global 3" && lines.count { $0.hasPrefix("global") } == 1)
                for option in ["285 0", "99 1"] { #expect(lines.count { $0 == option } == 2) }
            }

            /// An old libcurl does not know 285, one without proxies 265, 250 and 10177, and one with some TLS
            /// libraries 10097, 10246 and 10247.
            @Test(
                .needsOpenSSL,
                arguments: [
                    ("SHIM_UNKNOWN", "SSL_CERT_DIR"), ("SHIM_UNKNOWN", "SSL_CERT_FILE"),
                    ("SHIM_NOT_BUILT_IN", "SSL_CERT_DIR"),
                ])
            func options_whenNotEveryLibcurlHasThem_areNotRequired(_ variable: String, _ trust: String) throws {
                let tlsOptions = variable == "SHIM_UNKNOWN" && trust == "SSL_CERT_FILE" ? "10097," : ""
                box.environment[variable] = ",285,265,250,10109,10177,10246,10247,20108,\(tlsOptions)"
                box.set("kraken", "status-500")
                try box.run("-n", "--primary", "kraken", "--fallback", "binance").expect(0, "68901.23\n", errors: "")
                try box.run("-n", "-s", "binance").expect(0, "68901.23\n", errors: "")
                let authority = try box.startTLSServer().authority
                box.environment[trust] =
                    try trust == "SSL_CERT_DIR" ? authority.makeHashedDirectory(in: box) : authority.file
                for library in ["OpenSSL/3.0.17", "GnuTLS/3.7.9"] {
                    box.environment["SHIM_TLS"] = library
                    try box.run("-n", "-s", "binance").expect(0, "68901.23\n", errors: "")
                }
            }

            /// Such as the one by which it checks the certificate, the host name, or the version of TLS.
            @Test(arguments: [64, 81, 32])
            func option_whenUnknown_letsNothingBeSent(_ option: Int) throws {
                box.environment["SHIM_UNKNOWN"] = ",\(option),"
                try box.run("-s", "binance").expect(1, errors: .contains("binance: An unknown option"))
                #expect(box.exchange.connections == 0)
            }

            @Test func times_whenLibcurlDoesNotReportThem_areOmitted() throws {
                let numbers = [0x60_0032, 0x60_0033, 0x60_0034, 0x60_0036, 0x60_0038]
                box.environment["SHIM_UNKNOWN"] = ",\(numbers.map(String.init).joined(separator: ",")),"
                try box.run("-v", "-s", "binance").expect(
                    0, errors: .matches(#"btcq: binance: 68901.23; total [\d.]+m?s; at .*\n"#))
            }

            /// Verify results are those of OpenSSL and its relatives alone. Only OpenSSL itself looks a directory up by hash, so
            /// that there are two tries. The library in parentheses is not in use.
            @Test(
                .needsOpenSSL,
                arguments: [
                    ("OpenSSL/3.0.17", true, 2), ("(GnuTLS/3.7.9) OpenSSL/3.0.17", true, 2),
                    ("OpenSSL/3.0.17 GnuTLS/3.7.9", true, 2), ("(SecureTransport) LibreSSL/3.3.6", true, 1),
                    ("BoringSSL/20250818", true, 1), ("(OpenSSL/3.0.17) GnuTLS/3.7.9", false, 1), ("", false, 1),
                ])
            func tlsLibraryInUse_decidesOnStoresAndReasons(_ library: String, _ isKnown: Bool, _ tries: Int) throws {
                let server = try box.startTLSServer().server
                let recorder = try box.record(server)
                box.environment["SSL_CERT_DIR"] = box.work
                box.environment["SHIM_TLS"] = library
                let reason = isKnown ? "from an unknown issuer; \(CertificateAuthority.hint)" : "not trusted"
                try box.run("-s", "binance").expect(1, errors: .suffix("binance: certificate is \(reason)\n"))
                #expect(recorder.connections == tries && server.requests == 0)
            }

            @Test(.needsOpenSSL) func verifyResult_whenLibcurlDoesNotReportIt_isNotGuessed() throws {
                _ = try box.startTLSServer()
                box.environment["SHIM_UNKNOWN"] = ",\(0x20_000D),"
                try box.run("-s", "binance").expect(1, errors: .suffix("binance: certificate is not trusted\n"))
            }

            /// 7.70 and 7.71 name the directory in a structure of version 6: with it, the bundle is not read.
            @Test(.needsOpenSSL, arguments: [(5, false), (6, true), (10, true)])
            func certificateDirectory_ofALibcurl_isReadFromAge6On(_ age: Int, _ isRead: Bool) throws {
                let (authority, server) = try box.startTLSServer()
                let directory = try authority.makeHashedDirectory(in: box)
                box.environment["SHIM_AGE"] = "\(age)"
                box.environment["SHIM_DIRECTORY"] = directory
                try box.run("-n", "-s", "binance").expect(isRead ? 0 : 1)
                #expect(server.requests == (isRead ? 1 : 0))
                try box.run("-V", "-v").expect { $0.text.contains("certificates \(directory)\n") == isRead }
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
                try box.cache(age: 300)
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
                    3, .cached("kraken", "5m"), errors: .contains("binance: \(reason); "))
                try box.run("-V", "-v").expect(0, .contains("\(reason)\n"))
            }
        }
    }
#endif
