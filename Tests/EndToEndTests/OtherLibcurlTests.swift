#if os(Linux)
    import Foundation
    import StubExchange
    import Testing

    extension EndToEnd {
        /// Libcurls that are not the usual one: older, with another TLS library, under another name.
        @Suite(
            .enabled(if: LibcurlShim.isAvailable, LibcurlShim.comment),
            .disabled(if: Program.isSanitized, "a sanitizer looks at every library"))
        struct OtherLibcurlTests {
            @Test func numbers_areAllSet() throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                box.environment["SHIM_LOG"] = "\(box.directory)/options"
                try box.run("-s", "binance", "-m", "2s").expect { $0.status == 0 }
                let options = box.contents("\(box.directory)/options").split(separator: "\n").map(String.init)
                // As curl/curl.h numbers them; the first is the time limit.
                let expected = [
                    "155 3000", "99 1", "84 2", "181 3", "32 6", "250 6", "64 1", "81 2", "265 1", "322 1", "285 0",
                ]
                #expect(options.first == "global 3" && options.dropFirst().sorted() == expected.sorted())
            }

            /// An old libcurl does not know 322 and 285, one without proxies 265, 250 and 10177, and one with some TLS
            /// libraries 10097, 10246 and 10247.
            @Test func options_thatSomeLibcurlsDoNotKnow_areNotRequired() throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                box.environment["SHIM_TLS"] = "OpenSSL/3.0.17"
                box.environment["SSL_CERT_DIR"] = box.work
                box.environment["SHIM_UNKNOWN"] = ",322,285,265,250,10177,10097,10246,10247,"
                try box.run("-s", "binance").expect { $0.status == 0 }
            }

            @Test func times_whenLibcurlDoesNotReportThem_areZero() throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                let numbers = [0x60_0032, 0x60_0033, 0x60_0034, 0x60_0036, 0x60_0038]
                box.environment["SHIM_UNKNOWN"] = ",\(numbers.map(String.init).joined(separator: ",")),"
                let run = try box.run("-v", "-s", "binance")
                #expect(run.errors.hasPrefix("btcq: binance: 68901.23; total 0.0ms; at "), "\(run)")
            }

            /// Of the callbacks and their data too.
            @Test func withoutAnyOtherOption_nothingIsSent() throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                // Also those for certificates: a directory of the user's, which this TLS library looks up by hash.
                box.environment["SHIM_TLS"] = "OpenSSL/3.0.17"
                box.environment["SSL_CERT_DIR"] = box.work
                let texts = [10_002, 10_018, 10_065]
                let numbers = [155, 99, 84, 181, 32, 64, 81]
                for option in numbers + texts + [10_001, 10_010, 10_029, 20_011, 20_079] {
                    box.environment["SHIM_UNKNOWN"] = ",\(option),"
                    let run = try box.run("-s", "binance")
                    let reason = "An unknown option was passed in to libcurl"
                    #expect(run.errors == "btcq: no quote: binance: \(reason)\n", "\(option): \(run)")
                }
                #expect(box.exchange.connections == 0)
            }

            /// Among the options, the callbacks, and what is set for certificates; not every libcurl has a directory of
            /// its own for these.
            @Test func options_whenLibcurlRejectsTwo_theFirstIsReported() throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                box.environment["SHIM_TLS"] = "OpenSSL/3.0.17"
                box.environment["SSL_CERT_DIR"] = box.work
                for (first, second) in [(10_002, 265), (10_010, 20_079), (10_065, 10_247)] {
                    box.environment["SHIM_UNKNOWN"] = ",\(first),"
                    box.environment["SHIM_BAD"] = ",\(second),"
                    let run = try box.run("-s", "binance")
                    let reason = "An unknown option was passed in to libcurl"
                    #expect(run.errors == "btcq: no quote: binance: \(reason)\n", "\(first): \(run)")
                }
            }

            /// Verify results are those of OpenSSL and its relatives alone. Only OpenSSL itself looks a directory up by
            /// hash, so that there are two tries. What stands in parentheses is not in use.
            @Test(.enabled(if: CertificateAuthority.isAvailable, CertificateAuthority.comment))
            func tlsLibraryInUse_decidesOnStoresAndReasons() throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                let server = try TLSServer("good", of: CertificateAuthority(in: box), in: box)
                box.environment["SSL_CERT_DIR"] = box.work
                for (library, reason, tries) in [
                    ("OpenSSL/3.0.17", "is from an unknown issuer", 2),
                    ("(GnuTLS/3.7.9) OpenSSL/3.0.17", "is from an unknown issuer", 2),
                    ("OpenSSL/3.0.17 GnuTLS/3.7.9", "is from an unknown issuer", 2),
                    ("(SecureTransport) LibreSSL/3.3.6", "is from an unknown issuer", 1),
                    ("BoringSSL/20250818", "is from an unknown issuer", 1),
                    ("(OpenSSL/3.0.17) GnuTLS/3.7.9", "is not trusted", 1), ("", "is not trusted", 1),
                ] {
                    let relay = try FlightRecorder(to: server.port)
                    box.environment["SHIM_TLS"] = library
                    box.environment["BTCQ_BINANCE_URL"] = "https://localhost:\(relay.port)"
                    let run = try box.run("-s", "binance")
                    #expect(run.errors == "btcq: no quote: binance: certificate \(reason)\n", "\(library): \(run)")
                    #expect(relay.connections == tries, "\(library)")
                }
                #expect(server.requests == 0)
            }

            @Test(.enabled(if: CertificateAuthority.isAvailable, CertificateAuthority.comment))
            func verifyResult_whenLibcurlDoesNotReportIt_isNotGuessed() throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                let server = try TLSServer("good", of: CertificateAuthority(in: box), in: box)
                box.environment["SHIM_UNKNOWN"] = ",\(0x20_000D),"
                box.environment["BTCQ_BINANCE_URL"] = server.url()
                let run = try box.run("-s", "binance")
                #expect(run.errors == "btcq: no quote: binance: certificate is not trusted\n", "\(run)")
            }

            /// The first name is no library here.
            @Test func libcurlOfGnuTLS_whenThereIsNoOther_isUsed() throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box, as: "libcurl-gnutls.so.4")
                try "no library".write(toFile: "\(box.directory)/shim/libcurl.so.4", atomically: true, encoding: .utf8)
                box.environment["SHIM_LOG"] = "\(box.directory)/options"
                let run = try box.run("-s", "binance")
                #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
                #expect(box.contents("\(box.directory)/options").contains("84 2\n"))
            }
        }
    }
#endif
