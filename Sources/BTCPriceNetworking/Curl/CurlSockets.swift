import Platform

/// The sockets that libcurl has opened for a transfer. They are asked themselves whether there is a connection: what
/// libcurl says of one before the TLS handshake has ended depends on its version.
struct CurlSockets {
    /// When the first one was opened, so that the name had been looked up; nil if none was.
    private(set) var firstOpened: Duration?
    /// When a connection was first seen, of which nothing may be left by now; nil if there was none.
    private(set) var connected: Duration?
    /// Of that connection: the port of the source, or that of a proxy.
    private(set) var peerPort: Int64?

    private var sockets: [(descriptor: Int32, inode: ino_t)] = []

    mutating func add(_ descriptor: Int32, at time: Duration) {
        guard let inode = Self.inode(of: descriptor) else { return }
        sockets.append((descriptor, inode))
        firstOpened = firstOpened ?? time
    }

    /// Looks for a connection, unless there has been one.
    mutating func update(at time: Duration) {
        guard connected == nil else { return }
        // libcurl may have closed one, and another thread may have another file under its number. On macOS, where
        // sockets have no inode, only a file that is no socket is told apart.
        for socket in sockets where Self.inode(of: socket.descriptor) == socket.inode {
            var (peer, size) = (sockaddr(), socklen_t(MemoryLayout<sockaddr>.size))
            guard getpeername(socket.descriptor, &peer, &size) == 0 else { continue }
            connected = time
            // In IPv4 and IPv6, an address begins with the port.
            peerPort = Int64(UInt8(bitPattern: peer.sa_data.0)) << 8 | Int64(UInt8(bitPattern: peer.sa_data.1))
            return
        }
    }

    private static func inode(of descriptor: Int32) -> ino_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_ino : nil
    }
}
