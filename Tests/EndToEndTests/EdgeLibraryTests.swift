#if os(Linux)
    import Foundation
    import Testing

    extension EndToEnd {
        /// libcurl that exists and cannot be loaded, and one that is older.
        @Suite(
            .enabled(if: LibcurlShim.isAvailable, LibcurlShim.comment),
            .disabled(if: Program.isSanitized, "a sanitizer looks at every library"))
        struct EdgeLibraryTests {
            /// Both names exist, and both need a library that does not.
            @Test func libcurl_whenAnotherLibraryOfItIsMissing_isReportedByTheLoadersMessage() throws {
                let box = try Sandbox()
                try box.run().expect { $0.status == 0 }
                let libraries = "\(box.directory)/libraries"
                let made = try box.shell(
                    """
                    set -e
                    mkdir '\(libraries)' && cd '\(libraries)'
                    clang=\(Program.tool("clang") ?? "clang")
                    echo 'int part(void) { return 0; }' > part.c
                    $clang -shared -fPIC -o libpart.so.1 -Wl,-soname,libpart.so.1 part.c
                    for name in libcurl.so.4 libcurl-gnutls.so.4; do
                        echo 'int part(void); int curl(void) { return part(); }' > curl.c
                        $clang -shared -fPIC -o $name -Wl,-soname,$name curl.c libpart.so.1
                    done
                    rm libpart.so.1
                    """)
                try #require(made.status == 0, "\(made)")
                box.environment["LD_LIBRARY_PATH"] = libraries
                let run = try box.run("-s", "binance")
                #expect(run.status == 3 && !run.output.isEmpty, "\(run)")
                let reason = "libpart.so.1: cannot open shared object file: No such file or directory"
                #expect(
                    run.errors.hasPrefix("btcq: no fresh quote: binance: libcurl cannot be loaded: \(reason); using "),
                    "\(run)")
                #expect(!run.errors.contains("install"), "\(run)")
                let version = try box.run("-V", "-v")
                #expect(version.status == 0, "\(version)")
                #expect(version.text.contains("libcurl cannot be loaded: \(reason)\n"), "\(version)")
            }

            /// 7.70 and 7.71 name the directory in a structure of version 6: with it, the bundle is not read.
            @Test(
                .enabled(if: CertificateAuthority.isAvailable, CertificateAuthority.comment),
                arguments: [(5, false), (6, true), (7, true), (10, true)])
            func certificateDirectory_ofALibcurl_isUsedFromAge6On(_ age: Int, _ isUsed: Bool) throws {
                let box = try Sandbox()
                try LibcurlShim.use(in: box)
                let authority = try CertificateAuthority(in: box)
                let server = try TLSServer("good", of: authority, in: box)
                box.environment["SHIM_TLS"] = "OpenSSL/3.0.17"
                box.environment["SHIM_AGE"] = "\(age)"
                box.environment["SHIM_DIRECTORY"] = try authority.makeHashedDirectory(in: box)
                box.environment["BTCQ_BINANCE_URL"] = server.url()
                let run = try box.run("-n", "-s", "binance")
                #expect(run.status == (isUsed ? 0 : 1), "\(run)")
                #expect(server.requests == (isUsed ? 1 : 0))
                let reason = "certificate is from an unknown issuer"
                #expect(run.errors == (isUsed ? "" : "btcq: no quote: binance: \(reason)\n"), "\(run)")
                let version = try box.run("-V", "-v")
                let line = "certificates \(box.environment["SHIM_DIRECTORY"] ?? "")\n"
                #expect(version.text.contains(line) == isUsed, "\(version)")
            }
        }
    }
#endif
