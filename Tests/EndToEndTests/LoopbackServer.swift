import Foundation

/// Listens on 127.0.0.1, and hands each client to a thread of its own, which closes it. It ends with its last reference.
///
/// Beneath `StubExchange`, for tests that look at every byte on the way.
final class LoopbackServer: Sendable {
    private let listener: Int32
    let port: UInt16

    init(_ serve: @escaping @Sendable (_ client: Int32) -> Void) throws {
        let listener = Self.makeSocket()
        self.listener = listener
        var (address, size) = (Self.address(0), socklen_t(MemoryLayout<sockaddr_in>.size))
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isListening else { throw Program.CannotStart(path: "server", code: errno) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            while case let client = accept(listener, nil, nil), client >= 0 {
                _ = fcntl(client, F_SETFD, FD_CLOEXEC)
                Self.preventSignals(of: client)
                Thread.detachNewThread { serve(client) }
            }
            close(listener)
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// A connection to a port of 127.0.0.1; nil where nobody takes it.
    static func connect(to port: UInt16) -> Int32? {
        let (socket, address) = (makeSocket(), address(port))
        let code = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if code == 0 { return socket }
        close(socket)
        return nil
    }

    /// What has come, at least one byte; empty at the end.
    static func receive(from client: Int32) -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(client, &chunk, chunk.count, 0)
        return Array(chunk.prefix(max(0, count)))
    }

    /// Sends all of it, unless the client is gone.
    static func send(_ bytes: [UInt8], to client: Int32) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(client, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func makeSocket() -> Int32 {
        #if canImport(Darwin)
            let socket = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        preventSignals(of: socket)
        return socket
    }

    /// No SIGPIPE when the other side is gone. Elsewhere than on macOS, each send(2) says so.
    private static func preventSignals(of socket: Int32) {
        #if canImport(Darwin)
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
