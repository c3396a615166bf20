import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// The certificates that `curl` would trust in the same environment, no more and no fewer.
    @Suite(.enabled(if: CertificateAuthority.isAvailable, CertificateAuthority.comment)) struct TrustTests {
        #if os(Linux)
            /// The system's own curl is asked the same in the same environment.
            @Test(
                .enabled(if: Program.tool("curl") != nil, "needs the curl command, to compare with"),
                arguments: [nil, "good", "other", "missing", "garbage", ""])
            func variables_areUsedAsCurlUsesThem(_ bundle: String?) throws {
                let box = try Sandbox()
                let (good, other) = (
                    try CertificateAuthority(in: box),
                    try CertificateAuthority(in: box, named: "other", certificates: [])
                )
                let server = try TLSServer("good", of: good, in: box)
                box.environment["BTCQ_BINANCE_URL"] = server.url()
                let directories = [
                    "good": try good.makeHashedDirectory(in: box), "other": try other.makeHashedDirectory(in: box),
                ]
                let files = ["good": good.file, "other": other.file, "garbage": "/etc/passwd", "": ""]
                let url = "\(server.url())/api/v3/ticker/price?symbol=BTCUSDT&symbolStatus=TRADING"
                for file in [nil, "good", "other", "missing", "garbage"] {
                    for directory in [nil, "good", "other", "missing", ""] {
                        let missing = "\(box.directory)/missing"
                        box.environment["CURL_CA_BUNDLE"] = bundle.map { files[$0] ?? missing }
                        box.environment["SSL_CERT_FILE"] = file.map { files[$0] ?? missing }
                        box.environment["SSL_CERT_DIR"] = directory.map { $0.isEmpty ? "" : directories[$0] ?? missing }
                        let before = server.requests
                        let curl = try box.shell("exec curl -s '\(url)'")
                        let isTrusted = curl.status == 0
                        let run = try box.run("-s", "binance", "--max-stale", "0")
                        let names = "bundle \(bundle ?? "-") file \(file ?? "-") directory \(directory ?? "-")"
                        #expect(run.status == (isTrusted ? 0 : 1), "\(names): curl \(curl)\n\(run)")
                        #expect(server.requests == before + (isTrusted ? 2 : 0), "\(names)")
                        // An unreadable file is reported, and not the exchange. A directory is never the reason.
                        let isUnreadable = curl.status == 77
                        let path = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].compactMap { box.environment[$0] }.first {
                            !$0.isEmpty
                        }
                        let reason = "binance: cannot read certificates from \(path ?? "/")\n"
                        #expect(run.errors.contains(reason) == isUnreadable, "\(names): \(run)")
                    }
                }
            }
        #endif

        @Test(arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE"], ["missing", "garbage"])
        func unreadableFile_isNamed(_ variable: String, _ kind: String) throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            let path = "\(box.directory)/trust.pem"
            if kind == "garbage" { try "no certificate".write(toFile: path, atomically: true, encoding: .utf8) }
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            box.environment[variable] = path
            let run = try box.run("-s", "binance")
            #expect(run.status == 1, "\(run)")
            #expect(run.errors == "btcq: no quote: binance: cannot read certificates from \(path)\n", "\(run)")
            #expect(server.requests == 0)
        }

        #if !canImport(Darwin)
            /// Paths are bytes: this one is Latin-1.
            @Test(arguments: ["SSL_CERT_FILE", "CURL_CA_BUNDLE", "SSL_CERT_DIR"])
            func pathThatIsNotUTF8_isUsedAsItIs(_ variable: String) throws {
                let box = try Sandbox()
                let authority = try CertificateAuthority(in: box)
                let server = try TLSServer("good", of: authority, in: box)
                box.environment["BTCQ_BINANCE_URL"] = server.url()
                let isDirectory = variable == "SSL_CERT_DIR"
                let original = try isDirectory ? authority.makeHashedDirectory(in: box) : authority.file
                let made = try box.shell("cp -R '\(original)' \"$(printf '\(box.directory)/caf\\351')\"")
                #expect(made.status == 0, "\(made)")
                let path = Array("\(box.directory)/caf".utf8) + [0xE9]
                box.rawEnvironment[variable] = path
                let run = try box.run("-v", "-s", "binance")
                #expect(run.status == 0, "\(run)")
                #expect(run.errors.contains("trusting \(box.directory)/caf\u{FFFD}\n"), "\(run)")
                box.rawEnvironment[variable] = path + Array(".missing".utf8)
                let failure = try box.run("-s", "binance", "--max-stale", "0")
                let reason =
                    isDirectory
                    ? "unknown issuer" : "cannot read certificates from \(box.directory)/caf\u{FFFD}.missing"
                #expect(failure.status == 1 && failure.errors.contains(reason), "\(failure)")
            }
        #endif

        @Test func storeInUse_isReportedForRequestsOverTLSOnly() throws {
            let box = try Sandbox(binance: "status-500")
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            box.environment["SSL_CERT_FILE"] = authority.file
            let plain = try box.run("-v")
            #expect(plain.status == 0 && !plain.errors.contains("trusting"), "\(plain)")
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            let run = try box.run("-v")
            #expect(run.errors.hasPrefix("btcq: binance: 68901.23; total "), "\(run)")
            #expect(run.errors.contains(#/connect [\d.]+ms, TLS [\d.]+ms, first byte [\d.]+ms\)/#), "\(run)")
            #expect(run.errors.hasSuffix("; at \(server.url()), trusting \(authority.file)\n"), "\(run)")
            box.environment["SSL_CERT_FILE"] = nil
            try box.run("-v").expect { !$0.errors.contains("trusting") }
        }

        /// The system's store in a mount namespace of this run's own, with the authority only where `place` says.
        @Test(
            .enabled(if: Namespace.isAvailable, Namespace.comment),
            arguments: ["hashed directory", "bundle", "nowhere"])
        func systemsStore_isLookedUpByDirectoryThenByBundle(_ place: String) throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            let store =
                try place == "hashed directory" ? authority.makeHashedDirectory(in: box) : "\(box.directory)/store"
            try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
            // Where the directory has it, the bundle is not read, and need not be there.
            if place != "hashed directory" {
                let bundle = place == "bundle" ? authority.file : "/etc/ssl/certs/ca-certificates.crt"
                try FileManager.default.copyItem(atPath: bundle, toPath: "\(store)/ca-certificates.crt")
            }
            let run = try box.shell(
                Namespace.command("mount --bind '\(store)' /etc/ssl/certs && btcq -v -s binance", network: false))
            #expect(run.status == (place == "nowhere" ? 1 : 0), "\(run)")
            #expect(server.requests == (place == "nowhere" ? 0 : 1))
        }

        @Test(.enabled(if: Namespace.isAvailable, Namespace.comment), arguments: [true, false])
        func systemWithoutCertificates_isReported(_ namesADirectory: Bool) throws {
            let box = try Sandbox()
            let server = try TLSServer("good", of: CertificateAuthority(in: box), in: box)
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            let directory = "\(box.directory)/missing"
            if namesADirectory { box.environment["SSL_CERT_DIR"] = directory }
            let run = try box.shell(
                Namespace.command("mount -t tmpfs none /etc/ssl/certs && btcq -s binance", network: false))
            #expect(run.status == 1)
            let reason =
                namesADirectory
                ? "cannot read certificates from \(directory)" : "no trusted certificates: install ca-certificates"
            #expect(run.errors == "btcq: no quote: binance: \(reason)\n", "\(run)")
        }
    }
}
