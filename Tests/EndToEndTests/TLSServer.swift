import Foundation
import StubExchange

/// `openssl s_server` with one certificate, which responds to Binance's path with a quote. Ends with its last reference.
final class TLSServer {
    let port: UInt16
    private let program: Program
    private let log: String

    /// - Parameter options: such as `-tls1_1`.
    init(_ certificate: String, of authority: CertificateAuthority, in box: Sandbox, options: [String] = []) throws {
        let site = "\(box.directory)/site"
        let body = #"{"symbol":"BTCUSDT","price":"68901.23"}"#
        try FileManager.default.createDirectory(atPath: "\(site)/api/v3/ticker", withIntermediateDirectories: true)
        try "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".write(
            toFile: "\(site)/api/v3/ticker/price?symbol=BTCUSDT&symbolStatus=TRADING", atomically: true, encoding: .utf8
        )
        log = "\(box.directory)/server-\(UUID().uuidString)"
        let output = open(log, O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0o600)
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { [output, null].forEach { close($0) } }
        #if canImport(Darwin)
            // LibreSSL's takes no address, and reports no port.
            let port = try freePort()
            let place = "\(port)"
        #else
            let place = "127.0.0.1:0"
        #endif
        let arguments =
            [
                "s_server", "-HTTP", "-accept", place, "-cert", "\(authority.directory)/\(certificate).pem",
                "-key", "\(authority.directory)/\(certificate).key",
            ] + options
        // Ends even if this test is killed, where there is a tool for that.
        let command = (Program.tool("timeout") == nil ? [] : ["timeout", "60"]) + ["openssl"] + arguments
        program = try Program(
            "/usr/bin/env", command.map { Array($0.utf8) }, environment: box.environment, directory: site,
            descriptors: [null, output, output])
        #if canImport(Darwin)
            self.port = port
            try waitUntil("the server listens") { text.contains("ACCEPT") }
        #else
            port = try announcedPort(in: log, after: "ACCEPT 127.0.0.1:")
        #endif
    }

    deinit {
        kill(program.pid, SIGTERM)
        _ = program.wait()
    }

    /// What the server says of itself and its clients.
    var text: String { (try? String(contentsOfFile: log, encoding: .isoLatin1)) ?? "" }

    /// How many requests it responded to.
    var requests: Int { text.components(separatedBy: "FILE:").count - 1 }

    func url(host: String = "localhost") -> String { "https://\(host):\(port)" }
}
