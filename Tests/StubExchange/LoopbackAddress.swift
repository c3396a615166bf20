#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An address of the loopback interface.
public enum LoopbackAddress: Sendable {
    /// 127.0.0.1.
    case version4
    /// ::1.
    case version6

    /// As it is written in a URL.
    public var host: String {
        switch self {
        case .version4: "127.0.0.1"
        case .version6: "[::1]"
        }
    }

    var family: Int32 {
        switch self {
        case .version4: AF_INET
        case .version6: AF_INET6
        }
    }

    /// Calls `body` with the address and `port` as the system's type.
    func withSocketAddress<Result>(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        switch self {
        case .version4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return Self.rebound(&address, body)
        case .version6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return Self.rebound(&address, body)
        }
    }

    /// The port that a socket is bound to.
    static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        // The port has the same offset in both versions.
        return UInt16(bigEndian: address.sin6_port)
    }

    private static func rebound<Address, Result>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
