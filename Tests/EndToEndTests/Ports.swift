import Foundation
import StubExchange

/// A port that nobody listens on.
func freePort() throws -> UInt16 {
    try Listener().port
}

/// Whether somebody listens on a port.
func canConnect(to port: UInt16) -> Bool {
    #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}
