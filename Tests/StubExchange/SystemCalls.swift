import Foundation
import TestSupport

/// `close(2)`: methods named `close` hide it.
func closeDescriptor(_ descriptor: Int32) {
    close(descriptor)
}

/// `send(2)`, without a SIGPIPE if the client has disconnected.
func sendWithoutSignal(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
        send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
        send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}

/// `accept(2)` on a non-blocking socket. The accepted socket is blocking and not inherited. Write to it with
/// `sendWithoutSignal`.
func acceptPrivately(_ listener: Int32) -> Int32 {
    #if canImport(Darwin)
        let client = Inheritance.kept { [accept(listener, nil, nil)] }[0]
        guard client >= 0 else { return client }
        // It inherits O_NONBLOCK from the listener.
        _ = fcntl(client, F_SETFL, 0)
        suppressSignal(client)
        return client
    #else
        return accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
    #endif
}

#if !canImport(Darwin)
    /// `accept4(2)`, which Glibc's module lacks. It needs no lock, for which clients would wait while programs start.
    private let accept4 = unsafeBitCast(
        dlsym(nil, "accept4"),
        to: (@convention(c) (Int32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32) -> Int32).self)
#endif

/// A TCP socket that is not inherited. Write to it with `sendWithoutSignal`.
func makePrivateSocket() -> Int32 {
    #if canImport(Darwin)
        let descriptor = Inheritance.kept { [socket(AF_INET, SOCK_STREAM, 0)] }[0]
        suppressSignal(descriptor)
        return descriptor
    #else
        return socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    #endif
}

/// Calls `body` with 127.0.0.1 and `port` as the system's type.
func withLoopbackAddress<Result>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}

/// The port that a socket is bound to.
func portOfSocket(_ descriptor: Int32) -> UInt16 {
    var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    _ = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
}

#if canImport(Darwin)
    private func suppressSignal(_ socket: Int32) {
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    }
#endif
