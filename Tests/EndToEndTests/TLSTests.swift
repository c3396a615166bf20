import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Over a real TLS server: only a good certificate of a trusted issuer for this host gets a request.
    @Suite(.enabled(if: CertificateAuthority.isAvailable)) struct TLSTests {
        @Test func trustedByFileOrByHashedFolder_isAsked() throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            let trusts = [
                ["SSL_CERT_FILE": authority.file], ["CURL_CA_BUNDLE": authority.file],
                ["SSL_CERT_DIR": try authority.makeHashedFolder()],
                ["SSL_CERT_FILE": authority.file, "SSL_CERT_DIR": "/nonexistent"],
            ]
            for trust in trusts {
                var environment = box.environment
                environment.merge(trust) { $1 }
                swap(&box.environment, &environment)
                let run = try box.run("-v", "-s", "binance")
                #expect(run.status == 0 && run.text.hasSuffix(" binance\n"), "\(trust) \(run)")
                #expect(run.errors.contains("TLS "), "\(run)")
                swap(&box.environment, &environment)
            }
            #expect(server.requests == trusts.count)
        }

        @Test(arguments: [
            ("good", "localhost", false, "certificate is from an unknown issuer"),
            ("good", "127.0.0.1", true, "certificate is for another host"),
            ("other", "localhost", true, "certificate is for another host"),
            ("expired", "localhost", true, "certificate has expired"),
            ("future", "localhost", true, "certificate is not yet valid"),
            ("selfsigned", "localhost", true, "certificate is self-signed"),
        ])
        func anythingElse_isRefusedBeforeARequestIsSent(
            _ certificate: String, _ host: String, _ isTrusted: Bool, _ words: String
        ) throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer(certificate, of: authority, in: box)
            box.environment["BTCQ_BINANCE_URL"] = server.url(host: host)
            if isTrusted { box.environment["SSL_CERT_FILE"] = authority.file }
            let run = try box.run("-v", "--max-time", "4s", "--timeout", "3s")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase\n"), "\(run)")
            #expect(run.errors.hasPrefix("btcq: binance: \(words); total"), "\(run)")
            #expect(server.requests == 0)
        }

        @Test func tls11_isRefused() throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer(
                "good", of: authority, in: box, options: ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            box.environment["SSL_CERT_FILE"] = authority.file
            // A system that would allow it.
            try """
            openssl_conf = all
            [all]
            ssl_conf = ssl
            [ssl]
            system_default = lax
            [lax]
            MinProtocol = TLSv1
            CipherString = DEFAULT@SECLEVEL=0
            """.write(toFile: "\(box.folder)/openssl.cnf", atomically: true, encoding: .utf8)
            box.environment["OPENSSL_CONF"] = "\(box.folder)/openssl.cnf"
            let run = try box.run("-s", "binance")
            #expect(run.status == 1 && run.errors.contains("binance: TLS handshake failed"), "\(run)")
            #expect(server.requests == 0)
        }

        @Test(arguments: ["plain text", "closed", "reset"])
        func noTLSOnThePort_isRefused(_ kind: String) throws {
            let box = try Sandbox()
            let steps: [String: [Step]] = [
                "plain text": [.readSomething] + .raw("HTTP/1.1 400 Bad Request\r\n\r\n"), "closed": [.readSomething],
                "reset": [.readSomething, .reset],
            ]
            let plain = try StubExchange(unasked: steps[kind])
            box.environment["BTCQ_BINANCE_URL"] = "https://127.0.0.1:\(plain.port)"
            let run = try box.run("-v")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase\n"), "\(run)")
            #expect(run.errors.hasPrefix("btcq: binance: TLS handshake failed"), "\(run)")
        }

        /// The system's store in a mount namespace of this run's own, with the authority only where `place` says.
        @Test(.enabled(if: Namespace.isAvailable), arguments: ["hashed folder", "bundle"])
        func systemsStore_isLookedUpByFolderThenByBundle(_ place: String) throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            let store = place == "bundle" ? "\(box.folder)/store" : try authority.makeHashedFolder()
            try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
            let bundle = place == "bundle" ? authority.file : "/etc/ssl/certs/ca-certificates.crt"
            try FileManager.default.copyItem(atPath: bundle, toPath: "\(store)/ca-certificates.crt")
            let run = try box.shell(
                Namespace.command("mount --bind '\(store)' /etc/ssl/certs && btcq -v -s binance", network: false))
            #expect(run.status == 0 && run.text.hasSuffix(" binance\n"), "\(run)")
            #expect(server.requests == 1)
        }

        /// TCP's own round trip is the kernel's, and not delayed by a relay: of the three there are two to be seen.
        @Test func longWay_takesOneRoundTripForTLSAndOneForHTTP() throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            let relay = try DelayingRelay(to: server.port, delay: .milliseconds(50))
            box.environment["BTCQ_BINANCE_URL"] = "https://localhost:\(relay.port)"
            box.environment["SSL_CERT_FILE"] = authority.file
            let first = try box.run("-s", "binance")
            #expect(first.status == 0 && first.elapsed >= .milliseconds(200), "\(first)")
            #expect(relay.connections == 1)
            // A debug build starts slower.
            let bound = Duration.milliseconds(Program.isRelease ? 230 : 260) + Program.allowance
            // What it takes at least: whatever else the machine does comes on top.
            var run = first
            for _ in 0..<20 where run.elapsed >= bound { run = try box.run("-s", "binance") }
            #expect(run.elapsed >= .milliseconds(200) && run.elapsed < bound, "\(run)")
        }

        @Test(.enabled(if: Program.tool("tinyproxy") != nil))
        func proxy_isTakenAsCurlTakesIt() throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            let port = try freePort()
            try """
            Port \(port)
            Listen 127.0.0.1
            Timeout 20
            LogFile "\(box.folder)/proxy.log"
            LogLevel Connect
            MaxClients 10
            """.write(toFile: "\(box.folder)/proxy.conf", atomically: true, encoding: .utf8)
            let null = open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            let proxy = try Program(
                Program.tool("timeout") ?? "",
                ["60", "tinyproxy", "-d", "-c", "\(box.folder)/proxy.conf"].map { Array($0.utf8) },
                environment: box.environment, folder: box.folder, descriptors: [null, null, null])
            defer {
                kill(proxy.pid, SIGTERM)
                _ = proxy.wait()
            }
            let proxyLog = { box.contents("\(box.folder)/proxy.log") }
            try waitUntil("the proxy listens") { canConnect(to: port) }
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            box.environment["SSL_CERT_FILE"] = authority.file
            box.environment["https_proxy"] = "http://127.0.0.1:\(port)"
            let proxied = try box.run("-s", "binance")
            #expect(proxied.status == 0, "\(proxied)")
            try waitUntil("the proxy was asked") { proxyLog().contains("CONNECT localhost:\(server.port)") }
            let before = proxyLog()
            box.environment["no_proxy"] = "localhost"
            #expect(try box.run("-s", "binance").status == 0)
            #expect(proxyLog() == before)
            box.environment["no_proxy"] = nil
            box.environment["https_proxy"] = "http://127.0.0.1:\(try freePort())"
            let refused = try box.run("-s", "binance")
            #expect(refused.status == 3 && refused.errors.contains("connection refused"), "\(refused)")
        }
    }
}
