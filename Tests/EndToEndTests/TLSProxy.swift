import Foundation
import TestSupport

/// A proxy that uses TLS, or none, and knows CONNECT; without TLS, SOCKS 5 too. Some lines of Python. Ends with its
/// last reference.
///
/// Its responses to CONNECT have more headers than the program reads of an exchange's.
final class TLSProxy {
    static let missing = CertificateAuthority.missing + Program.missing(["python3"])

    let port: UInt16
    private let program: StartedRun
    private let log: String

    /// - Parameters:
    ///   - certificate: nil for a proxy without TLS.
    ///   - version: the only one of TLS that it uses, as Python names it, such as `TLSv1_1`; nil if any.
    init(
        _ certificate: String?, of authority: CertificateAuthority, in box: Sandbox, version: String? = nil
    ) throws {
        log = "\(box.directory)/proxy-\(UUID().uuidString)"
        let script = try box.write(Self.script, to: "\(box.directory)/proxy.py")
        let files = certificate.map { ["\(authority.directory)/\($0).pem", "\(authority.directory)/\($0).key"] } ?? []
        let arguments = ([script] + files).map { "'\($0)'" }.joined(separator: " ")
        let command = "exec python3 \(arguments) \(version ?? "") > '\(log)' 2>&1"
        program = try box.start(["-c", command], path: "/bin/sh")
        port = try announcedPort(in: log, after: "listening on ")
    }

    /// The targets of those who got past the handshake, and what went wrong.
    var text: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    /// It ends after a minute, even if the test is killed.
    private static let script = """
        import contextlib, os, socket, ssl, sys, threading
        threading.Timer(60, os._exit, [1]).start()
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER) if sys.argv[1:] else None
        if context:
            context.load_cert_chain(sys.argv[1], sys.argv[2])
        for version in sys.argv[3:]:
            context.set_ciphers("DEFAULT@SECLEVEL=0")
            context.minimum_version = context.maximum_version = ssl.TLSVersion[version]
        server = socket.create_server(("127.0.0.1", 0))
        print("listening on", server.getsockname()[1], flush=True)

        def pass_on(source, target):
            with contextlib.suppress(OSError):
                while data := source.recv(65536):
                    target.sendall(data)
            # The other thread may be waiting for it: a mere close would not end the connection.
            with contextlib.suppress(OSError):
                target.shutdown(socket.SHUT_RDWR)
            target.close()

        def serve(client):
            try:
                client = context.wrap_socket(client, server_side=True) if context else client
                if not context and client.recv(1, socket.MSG_PEEK) == b"\\x05":
                    client.recv(99)
                    client.sendall(b"\\x05\\0")
                    request = client.recv(999)
                    name = f"{request[5:-2].decode()}:{int.from_bytes(request[-2:], 'big')}"
                    response = b"\\x05\\0\\0\\x01" + bytes(6)
                else:
                    head = b""
                    while b"\\r\\n\\r\\n" not in head:
                        head += client.recv(4096) or b"\\r\\n\\r\\n"
                    name = head.split()[1].decode()
                    response = b"HTTP/1.1 200 OK\\r\\n" + 17 * (b"X: " + 1000 * b"y" + b"\\r\\n") + b"\\r\\n"
                print("CONNECT", name, flush=True)
                host, port = name.split(":")
                target = socket.create_connection((host, int(port)))
                client.sendall(response)
                threading.Thread(target=pass_on, args=(target, client), daemon=True).start()
                pass_on(client, target)
            except (OSError, IndexError, ValueError) as problem:
                print(problem, flush=True)

        while True:
            threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
        """
}
