import Foundation
import StubExchange
import TestSupport
import Testing

/// `openssl s_server` with one certificate, which responds to Binance's path with a quote. Ends with its last
/// reference.
final class TLSServer {
    let port: UInt16
    private let program: StartedRun
    private let log: String

    /// - Parameter options: such as `-tls1_1`.
    init(_ certificate: String, of authority: CertificateAuthority, in box: Sandbox, options: [String] = []) throws {
        log = "\(box.directory)/server-\(UUID().uuidString)"
        #if canImport(Darwin)
            // LibreSSL's takes no address, and reports no port.
            let port = try freePort()
            let place = "\(port)"
        #else
            let place = "127.0.0.1:0"
        #endif
        let command = try Self.command(certificate, of: authority, in: box, options: ["-accept \(place)"] + options)
        program = try box.start(["-c", "\(command) > '\(log)' 2>&1"], path: "/bin/sh")
        #if canImport(Darwin)
            self.port = port
            try waitUntil("the server listens") { text.contains("ACCEPT") }
        #else
            port = try announcedPort(in: log, after: "ACCEPT 127.0.0.1:")
        #endif
    }

    /// A line of shell that runs the server, and ends with it.
    private static func command(
        _ certificate: String, of authority: CertificateAuthority, in box: Sandbox, options: [String]
    ) throws -> String {
        let body = #"{"symbol":"BTCUSDT","lastPrice":"68901.23"}"#
        try box.write(
            "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)",
            to: "\(box.directory)/site/api/v3/ticker/24hr?symbol=BTCUSDT&type=MINI&symbolStatus=TRADING")
        let pair = "-cert '\(authority.directory)/\(certificate).pem' -key '\(authority.directory)/\(certificate).key'"
        // It ends even if this test is killed, if there is a tool for that.
        let limit = Program.tool("timeout") == nil ? "" : "timeout 60 "
        return "cd ../site && exec \(limit)openssl s_server -HTTP \(pair) \(options.joined(separator: " "))"
    }

    /// `timeout` passes this signal on to the server, unlike SIGKILL.
    deinit {
        kill(program.pid, SIGTERM)
        _ = program.result()
    }

    /// How many requests it responded to.
    var requests: Int { text.components(separatedBy: "FILE:").count - 1 }

    func url(host: String = "localhost") -> String { "https://\(host):\(port)" }

    /// What the server says of itself and its clients.
    private var text: String { (try? String(contentsOfFile: log, encoding: .isoLatin1)) ?? "" }
}

extension Sandbox {
    /// Puts a TLS server in the place of Binance, with a certificate of a new authority, which may be the one that is
    /// trusted.
    func startTLSServer(
        _ certificate: String = "good", options: [String] = [], isTrusted: Bool = false
    ) throws -> (authority: CertificateAuthority, server: TLSServer) {
        let authority = try CertificateAuthority(in: self, certificates: [certificate])
        let server = try TLSServer(certificate, of: authority, in: self, options: options)
        servers.append(server)
        setURL("binance", server.url())
        if isTrusted { environment["SSL_CERT_FILE"] = authority.file }
        return (authority, server)
    }

    /// Puts a recorder between Binance's server and its clients.
    func record(_ server: TLSServer) throws -> FlightRecorder {
        let recorder = try FlightRecorder(to: server.port)
        setURL("binance", "https://localhost:\(recorder.port)")
        return recorder
    }

    /// A system that would allow TLS 1.0.
    func allowOldTLS() throws {
        environment["OPENSSL_CONF"] = try write(
            """
            openssl_conf = all
            [all]
            ssl_conf = ssl
            [ssl]
            system_default = lax
            [lax]
            MinProtocol = TLSv1
            CipherString = DEFAULT@SECLEVEL=0
            """, to: "openssl.cnf")
    }

    /// Requires that there is a server with this version of TLS, such as `tls1_1`, and that OpenSSL accepts it.
    func requireOldTLS(at port: UInt16, version: String) throws {
        let run = try shell(
            "exec openssl s_client -connect 127.0.0.1:\(port) -\(version) -cipher DEFAULT@SECLEVEL=0 </dev/null")
        try #require(run.status == 0, "\(run)")
    }
}
