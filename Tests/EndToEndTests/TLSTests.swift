import Foundation
import StubExchange
import Testing

extension EndToEnd {
    /// Over a real TLS server: only a good certificate of a trusted issuer for this host gets a request.
    @Suite(.enabled(if: CertificateAuthority.isAvailable, CertificateAuthority.comment)) struct TLSTests {
        @Test(arguments: [
            ("good", "localhost", false, "certificate is from an unknown issuer"),
            ("good", "127.0.0.1", true, "certificate is for another host"),
            ("other", "localhost", true, "certificate is for another host"),
            ("expired", "localhost", true, "certificate has expired"),
            ("future", "localhost", true, "certificate is not yet valid"),
            ("client", "localhost", true, "certificate is not trusted"),
            ("selfsigned", "localhost", true, "certificate is self-signed"),
        ])
        func certificate_whenInvalid_isRejectedBeforeARequestIsSent(
            _ certificate: String, _ host: String, _ isTrusted: Bool, _ reason: String
        ) throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box, certificates: [certificate])
            let server = try TLSServer(certificate, of: authority, in: box)
            box.environment["BTCQ_BINANCE_URL"] = server.url(host: host)
            if isTrusted { box.environment["SSL_CERT_FILE"] = authority.file }
            let run = try box.run("-v", "--max-time", "4s", "--timeout", "3s")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            #expect(run.errors.hasPrefix("btcq: binance: \(reason); total"), "\(run)")
            #expect(server.requests == 0)
        }

        /// OpenSSL has a verify result of its own for an authority that the server itself sends.
        @Test func unknownAuthorityThatTheServerSends_isAnUnknownIssuer() throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box, options: ["-CAfile", authority.file])
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            let run = try box.run("-s", "binance")
            #expect(run.errors == "btcq: no quote: binance: certificate is from an unknown issuer\n", "\(run)")
            #expect(server.requests == 0)
        }

        @Test func tls11_isRejected() throws {
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
            """.write(toFile: "\(box.directory)/openssl.cnf", atomically: true, encoding: .utf8)
            box.environment["OPENSSL_CONF"] = "\(box.directory)/openssl.cnf"
            let run = try box.run("-s", "binance")
            #expect(run.status == 1 && run.errors.contains("binance: TLS handshake failed"), "\(run)")
            #expect(server.requests == 0)
        }

        @Test(arguments: ["plain text", "closed", "reset"])
        func portWithoutTLS_isRejected(_ kind: String) throws {
            let box = try Sandbox()
            let steps: [String: [Step]] = [
                "plain text": [.readSomething] + .raw("HTTP/1.1 400 Bad Request\r\n\r\n"), "closed": [.readSomething],
                "reset": [.readSomething, .reset],
            ]
            let plain = try StubExchange(onConnect: steps[kind])
            box.environment["BTCQ_BINANCE_URL"] = "https://127.0.0.1:\(plain.port)"
            let run = try box.run("-v")
            #expect(run.status == 0 && run.text.hasSuffix(" coinbase BTC-USD\n"), "\(run)")
            #expect(run.errors.hasPrefix("btcq: binance: TLS handshake failed"), "\(run)")
        }

        /// The server would choose HTTP/2.
        @Test func protocolOffered_isHTTP11Alone() throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box, options: ["-alpn", "h2,http/1.1"])
            let relay = try FlightRecorder(to: server.port)
            box.environment["BTCQ_BINANCE_URL"] = "https://localhost:\(relay.port)"
            box.environment["SSL_CERT_FILE"] = authority.file
            let run = try box.run("-s", "binance")
            #expect(run.status == 0, "\(run)")
            // The extension (RFC 7301): its number, its size, that of the list, and each name after its own size.
            let offer = [0, 16, 0, 11, 0, 9, 8] + Array("http/1.1".utf8)
            let hello = relay.firstFlight
            #expect(hello.indices.contains { hello[$0...].starts(with: offer) }, "\(hello)")
        }

        /// One round trip for TLS and one for HTTP; that of TCP is the kernel's.
        @Test func fetch_overTLS_takesOneRoundTripPerStep() throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            // Without tickets, which would come in between.
            let server = try TLSServer("good", of: authority, in: box, options: ["-num_tickets", "0"])
            let relay = try FlightRecorder(to: server.port)
            box.environment["BTCQ_BINANCE_URL"] = "https://localhost:\(relay.port)"
            box.environment["SSL_CERT_FILE"] = authority.file
            let run = try box.run("-s", "binance")
            #expect(run.status == 0, "\(run)")
            #expect(relay.connections == 1)
            #expect(relay.flights == [.there, .back, .there, .back])
        }

        @Test(.enabled(if: Program.tool("tinyproxy") != nil, "needs tinyproxy"))
        func proxy_isUsedAsCurlUsesIt() throws {
            let box = try Sandbox()
            let authority = try CertificateAuthority(in: box)
            let server = try TLSServer("good", of: authority, in: box)
            let port = try freePort()
            try """
            Port \(port)
            Listen 127.0.0.1
            Timeout 20
            LogFile "\(box.directory)/proxy.log"
            LogLevel Connect
            MaxClients 10
            """.write(toFile: "\(box.directory)/proxy.conf", atomically: true, encoding: .utf8)
            let null = open("/dev/null", O_RDWR | O_CLOEXEC)
            defer { close(null) }
            let proxy = try Program(
                Program.tool("tinyproxy") ?? "",
                ["-d", "-c", "\(box.directory)/proxy.conf"].map { Array($0.utf8) },
                environment: box.environment, directory: box.directory, descriptors: [null, null, null])
            defer {
                kill(proxy.pid, SIGTERM)
                _ = proxy.wait()
            }
            let proxyLog = { box.contents("\(box.directory)/proxy.log") }
            try waitUntil("the proxy listens") { canConnect(to: port) }
            box.environment["BTCQ_BINANCE_URL"] = server.url()
            box.environment["SSL_CERT_FILE"] = authority.file
            box.environment["https_proxy"] = "http://127.0.0.1:\(port)"
            let proxied = try box.run("-s", "binance")
            #expect(proxied.status == 0, "\(proxied)")
            try waitUntil("the proxy was asked") { proxyLog().contains("CONNECT localhost:\(server.port)") }
            let before = proxyLog()
            box.environment["no_proxy"] = "localhost"
            try box.run("-s", "binance").expect { $0.status == 0 }
            #expect(proxyLog() == before)
            box.environment["no_proxy"] = nil
            box.environment["https_proxy"] = "http://127.0.0.1:\(try refusingPort())"
            let failed = try box.run("-s", "binance")
            #expect(failed.status == 3 && failed.errors.contains(": connection refused"), "\(failed)")
        }
    }
}
