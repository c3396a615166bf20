import Foundation
import StubExchange
import TestSupport
import Testing

extension EndToEnd {
    /// Over a real TLS server: only a valid certificate of a trusted issuer for this host gets a request.
    @Suite(.needsOpenSSL) struct TLSTests {
        /// Half of the time left is the limit for a connection over IPv4. libcurl would apply it to the handshake too,
        /// or to what the proxy does.
        @Test(.needs("python3"), arguments: ["the exchange", "the proxy"])
        func fallback_whenItIsConnectedAndTakesMoreThanHalfOfTheTime_isNotCutShort(_ peer: String) throws {
            let box = try Sandbox(bitstamp: "status-500")
            let (authority, server) = try box.startTLSServer(isTrusted: true)
            let proxy = try TLSProxy(nil, of: authority, in: box)
            let target = peer == "the proxy" ? proxy.port : server.port
            let recorder = try FlightRecorder(to: target, delay: .milliseconds(3700))
            if peer == "the proxy" {
                box.environment["https_proxy"] = "http://127.0.0.1:\(recorder.port)"
            } else {
                box.setURL("binance", "https://localhost:\(recorder.port)")
            }
            try box.run("--primary", "bitstamp", "--fallback", "binance", "-m", "6s").expect(0, .live("binance"))
            #expect(recorder.connections == 1)
        }

        /// It is OpenSSL that finds no algorithms then, at any source.
        @Test func configurationOfOpenSSL_whenItCannotBeUsed_isTheCause() throws {
            let box = try Sandbox()
            let (_, _) = try box.startTLSServer(isTrusted: true)
            let sections = "openssl_conf = a\n[a]\nproviders = b\n[b]\nnull = c\n[c]\nactivate = 1\n"
            box.environment["OPENSSL_CONF"] = try box.write(sections, to: "openssl.cnf")
            try box.run("-s", "binance").expect(1, errors: .suffix("TLS cannot be set up; check OPENSSL_CONF\n"))
        }

        /// After a directory, OpenSSL looks into the bundle as well, unless the host's name is wrong.
        @Test(arguments: [
            ("good", "127.0.0.1", "is for another host"), ("expired", "localhost", "has expired, or the clock"),
            ("future", "localhost", "is not yet valid, or the clock"),
            ("client", "localhost", "is not trusted"),
            ("selfsigned", "localhost", "is self-signed; SSL_CERT_"),
        ])
        func certificate_whenInvalid_isRejectedAndReported(
            _ certificate: String, _ host: String, _ reason: String
        ) throws {
            let box = try Sandbox()
            let (authority, server) = try box.startTLSServer(certificate)
            let stores = ["SSL_CERT_DIR": try authority.makeHashedDirectory(in: box), "SSL_CERT_FILE": authority.file]
            for (variable, path) in stores {
                let recorder = try box.record(server)
                box.setURL("binance", "https://\(host):\(recorder.port)")
                box.environment[variable] = path
                try box.run("-v", "--max-time", "4s", "--timeout", "3s").expect(
                    0, .live("bitstamp"), errors: .contains("btcq: binance: certificate \(Libcurl.rejection(reason))"))
                let isFinal = variable == "SSL_CERT_FILE" || certificate == "good" || Libcurl.inUse?.usesGnuTLS == true
                #expect(recorder.connections == (isFinal ? 1 : 2), "\(variable)")
                box.environment[variable] = nil
            }
            #expect(server.requests == 0)
        }

        /// Nobody is sent to install certificates for these. GnuTLS has no reasons, and accepts some of them.
        @Test(arguments: [
            ("client", "unsuitable certificate purpose"), ("weak", "EE certificate key too weak"),
        ])
        func certificate_whenItIsRefusedForARareReason_isReportedWithThatOfTheTLSLibrary(
            _ certificate: String, _ reason: String
        ) throws {
            let box = try Sandbox()
            let options = ["-cipher DEFAULT@SECLEVEL=0"]
            let server = try box.startTLSServer(certificate, options: options, isTrusted: true).server
            guard Libcurl.inUse?.usesGnuTLS == false else { return }
            try box.run("-s", "binance").expect(1, errors: .suffix("binance: certificate is not trusted (\(reason))\n"))
            #expect(server.requests == 0)
        }

        /// OpenSSL has a verify result of its own for an authority that the server itself sends.
        @Test(arguments: [true, false])
        func issuer_whenUnknown_isReported(_ isSent: Bool) throws {
            let box = try Sandbox()
            let server = try box.startTLSServer(options: isSent ? ["-CAfile ../ca/ca.pem"] : []).server
            let reason = "binance: certificate \(Libcurl.rejection("is from an unknown issuer")); "
            try box.run("-s", "binance").expect(1, errors: .suffix("\(reason)\(CertificateAuthority.hint)\n"))
            // A user who has set it knows that.
            let bundle = "/etc/ssl/certs/ca-certificates.crt"
            box.environment["SSL_CERT_FILE"] = bundle
            try box.run("-s", "binance").expect(1, errors: .suffix("\(reason)SSL_CERT_FILE=\(bundle) is used\n"))
            #expect(server.requests == 0)
        }

        /// OpenSSL accepts all of them here.
        @Test(arguments: [("tls1_1", false), ("tls1_2", true), ("tls1_3", true)])
        func serverWithOneVersionOfTLS_isAcceptedFrom12On(_ version: String, _ isAccepted: Bool) throws {
            let box = try Sandbox()
            try box.allowOldTLS()
            let options = ["-\(version)", "-cipher DEFAULT@SECLEVEL=0"]
            let server = try box.startTLSServer(options: options, isTrusted: true).server
            try box.requireOldTLS(at: server.port, version: version)
            try box.run("-n", "-s", "binance").expect(
                isAccepted ? 0 : 1, isAccepted ? "68901.23\n" : "",
                errors: isAccepted ? "" : .suffix("binance: TLS handshake failed\n"))
            #expect(server.requests == (isAccepted ? 1 : 0))
        }

        /// The server would choose HTTP/2. It sends no tickets, which would come in between. One round trip is for TLS
        /// and one for HTTP; that of TCP is the kernel's.
        @Test func fetch_overTLS_offersHTTP11AloneAndTakesOneRoundTripPerStep() throws {
            let box = try Sandbox()
            let options = ["-alpn h2,http/1.1", "-num_tickets 0"]
            let recorder = try box.record(box.startTLSServer(options: options, isTrusted: true).server)
            try box.run("-s", "binance").expect(0)
            #expect(recorder.connections == 1 && recorder.flights == [.there, .back, .there, .back])
            // The extension (RFC 7301): its number, its size, that of the list, and each name after its own size.
            let offer = [0, 16, 0, 11, 0, 9, 8] + Array("http/1.1".utf8)
            let isOffered = recorder.firstFlight.contains(offer)
            #expect(isOffered)
        }

        // The certificates that `curl` would trust in the same environment, no more and no fewer.

        #if os(Linux)
            /// The bundle, the file and the directory; `-` is an unset variable.
            private static let stores = [
                "- - -", "- - good", "- - other", "- - missing", "- - empty", "- good -", "- good other", "- other -",
                "- other good", "- missing -", "- missing good", "- garbage missing", "- garbage good", "empty - -",
                "empty - good", "empty good -", "good - -", "good - other", "good other missing", "good missing empty",
                "other - good", "other good good", "other missing -", "missing - other", "missing good good",
                "garbage - -", "garbage good good", "garbage other missing",
            ]

            /// The system's own curl is asked the same in the same environment.
            @Test(.needs("curl")) func variables_areUsedAsCurlUsesThem() throws {
                let box = try Sandbox()
                let (good, server) = try box.startTLSServer()
                let other = try CertificateAuthority(in: box, named: "other", certificates: [])
                let missing = "\(box.directory)/missing"
                let files = [
                    "good": good.file, "other": other.file, "garbage": "/etc/passwd", "empty": "", "missing": missing,
                ]
                let directories = [
                    "good": try good.makeHashedDirectory(in: box), "other": try other.makeHashedDirectory(in: box),
                    "empty": "", "missing": missing,
                ]
                let url = "\(server.url())/api/v3/ticker/24hr?symbol=BTCUSDT&type=MINI&symbolStatus=TRADING"
                for row in Self.stores {
                    let names = row.split(separator: " ").map(String.init)
                    box.environment["CURL_CA_BUNDLE"] = files[names[0]]
                    box.environment["SSL_CERT_FILE"] = files[names[1]]
                    box.environment["SSL_CERT_DIR"] = directories[names[2]]
                    let before = server.requests
                    let curl = try box.shell("exec curl -s '\(url)'")
                    let isTrusted = curl.status == 0
                    let run = try box.run("-s", "binance", "--max-stale", "0")
                    #expect(run.status == (isTrusted ? 0 : 1), "\(row): curl \(curl)\n\(run)")
                    #expect(server.requests == before + (isTrusted ? 2 : 0), "\(row)")
                    // An unreadable file is reported, and not the exchange. A directory is never the reason.
                    let path = [files[names[0]], files[names[1]]].compactMap(\.self).first { !$0.isEmpty } ?? "/"
                    let reason = "binance: cannot read certificates from \(path)\n"
                    #expect(run.errors.contains(reason) == (curl.status == 77), "\(row): \(run)")
                }
            }
        #endif

        /// `SSL_CERT_DIR` is a list, as OpenSSL reads it. With the first connection: only the second one would look
        /// into the bundle too.
        @Test(arguments: ["/nonexistent:HASHED", "HASHED:/nonexistent", ":OTHER:HASHED"])
        func authority_inAnyDirectoryOfTheList_isFound(_ list: String) throws {
            let box = try Sandbox()
            let (authority, server) = try box.startTLSServer()
            let recorder = try box.record(server)
            let other = try CertificateAuthority(in: box, named: "other", certificates: [])
            let hashed = try authority.makeHashedDirectory(in: box)
            // Such as what a package leaves that has been removed.
            for digit in 0..<8 { try box.shell("ln -s missing '\(hashed)/0000000\(digit).0'").expect(0) }
            box.environment["SSL_CERT_DIR"] = list.replacing("OTHER", with: try other.makeHashedDirectory(in: box))
                .replacing("HASHED", with: hashed)
            try box.run("-n", "-s", "binance").expect(0, "68901.23\n", errors: "")
            #expect(recorder.connections == 1)
        }

        #if !canImport(Darwin)
            /// Paths are bytes: this one is Latin-1.
            @Test(arguments: ["SSL_CERT_FILE", "SSL_CERT_DIR"])
            func store_whenItsPathIsNotUTF8_isUsedUnchanged(_ variable: String) throws {
                let box = try Sandbox()
                let authority = try box.startTLSServer().authority
                let isDirectory = variable == "SSL_CERT_DIR"
                let original = try isDirectory ? authority.makeHashedDirectory(in: box) : authority.file
                try box.shell("cp -R '\(original)' \"$(printf '\(box.directory)/caf\\351')\"").expect(0)
                let path = Array("\(box.directory)/caf".utf8) + [0xE9]
                box.rawEnvironment[variable] = path
                try box.run("-v", "-s", "binance").expect(
                    0, errors: .suffix(", trusting \(box.directory)/caf\u{FFFD}\n"))
                box.rawEnvironment[variable] = path + Array(".missing".utf8)
                let missing = "cannot read certificates from \(box.directory)/caf\u{FFFD}.missing"
                // With GnuTLS it depends on whether there is a bundle too.
                let isOpenSSL = Libcurl.inUse?.usesGnuTLS == false
                let unknown =
                    "is from an unknown issuer; SSL_CERT_DIR=\(box.directory)/caf\u{FFFD}.missing cannot be read"
                try box.run("-s", "binance", "--max-stale", "0").expect(
                    1, errors: .contains(!isDirectory ? missing : isOpenSSL ? unknown : "certificate"))
            }
        #endif

        @Test func storeInUse_isReportedForRequestsOverTLSOnly() throws {
            let box = try Sandbox(binance: "status-500")
            let certificate = "\(box.directory)/ca/ca.pem"
            box.environment["SSL_CERT_FILE"] = certificate
            try box.run("-v").expect { $0.status == 0 && !$0.errors.contains("trusting") }
            let server = try box.startTLSServer().server
            let run = try box.run("-v").expect(0, errors: .contains("; at \(server.url()), trusting \(certificate)\n"))
            #expect(run.errors.contains(#/connect [\d.]+ms, TLS [\d.]+ms, first byte [\d.]+ms\)/#), "\(run)")
        }

        /// The system's store in a mount namespace of this run's own, with the authority only where `place` says. If it
        /// is in the directory, the bundle is not read, and need not exist.
        @Test(.needsNamespace, arguments: ["directory", "bundle", "nowhere"])
        func systemsStore_isLookedUpByDirectoryThenByBundle(_ place: String) throws {
            let box = try Sandbox()
            let (authority, server) = try box.startTLSServer()
            let source = place == "bundle" ? authority.file : "/etc/ssl/certs/ca-certificates.crt"
            let store = try authority.makeHashedDirectory(in: box)
            if place != "directory" {
                try box.shell("rm '\(store)'/* && cp '\(source)' '\(store)/ca-certificates.crt'")
            }
            let run = try box.shell(inNamespace: "mount --bind '\(store)' /etc/ssl/certs && btcq -s binance")
            run.expect(place == "nowhere" ? 1 : 0)
            #expect(server.requests == (place == "nowhere" ? 0 : 1))
        }

        @Test(.needsNamespace) func version_whenLibcurlsDirectoryIsMissing_namesNone() throws {
            let run = try Sandbox().shell(inNamespace: "mount -t tmpfs none /etc/ssl && btcq -Vv")
            run.expect(0, .contains("\ncertificates none\n"), errors: "")
        }

        @Test(.needsNamespace, arguments: [true, false])
        func system_withoutCertificates_isReported(_ namesADirectory: Bool) throws {
            let box = try Sandbox()
            _ = try box.startTLSServer()
            let directory = "\(box.directory)/missing"
            if namesADirectory { box.environment["SSL_CERT_DIR"] = directory }
            let run = try box.shell(inNamespace: "mount -t tmpfs none /etc/ssl/certs && btcq -s binance")
            let reason =
                namesADirectory
                ? "cannot read certificates from \(directory)" : "no trusted certificates: install ca-certificates"
            run.expect(1, errors: .suffix("binance: \(reason)\n"))
        }

        @Test(.needsNamespace) func bundle_whenItIsThereAndCannotBeRead_isNotCalledMissing() throws {
            let box = try Sandbox()
            _ = try box.startTLSServer()
            let store = "/etc/ssl/certs"
            let run = try box.shell(
                inNamespace: "mount -t tmpfs none \(store) && mkdir \(store)/ca-certificates.crt && btcq -s binance")
            run.expect(1, errors: .suffix("binance: cannot read certificates from \(store)/ca-certificates.crt\n"))
        }

        /// The directory can be read, and there is no bundle, which GnuTLS requires.
        @Test(.needsNamespace) func directory_whenItLacksTheIssuer_isReportedAsThat() throws {
            let box = try Sandbox()
            _ = try box.startTLSServer()
            let other = try CertificateAuthority(in: box, named: "other", certificates: [])
            box.environment["SSL_CERT_DIR"] = try other.makeHashedDirectory(in: box)
            guard Libcurl.inUse?.usesGnuTLS == false else { return }
            let run = try box.shell(inNamespace: "mount -t tmpfs none /etc/ssl/certs && btcq -s binance")
            run.expect(1, errors: .contains("binance: certificate is from an unknown issuer; SSL_CERT_DIR="))
        }
    }
}
