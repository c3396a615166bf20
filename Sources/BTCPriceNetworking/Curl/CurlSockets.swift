import Platform

/// The sockets that libcurl has opened for a transfer. Whether there is a connection is asked of them, not of libcurl,
/// whose answer before the end of the TLS handshake depends on its version.
struct CurlSockets {
    /// When the first one was opened: by then, the name had been looked up. Nil if none was.
    private(set) var firstOpened: Duration?
    /// When a connection was first seen; it may be closed by now. Nil if none was seen.
    private(set) var connected: Duration?
    /// Of that connection: the port of the source, or that of a proxy.
    private(set) var peerPort: Int64?

    private var sockets: [(descriptor: Int32, inode: ino_t?)] = []

    mutating func add(_ descriptor: Int32, at time: Duration) {
        sockets.append((descriptor, Self.inode(of: descriptor)))
        firstOpened = firstOpened ?? time
    }

    /// Call this before closing the socket: once it is closed, another thread's socket may have its number.
    mutating func remove(_ descriptor: Int32) { sockets.removeAll { $0.descriptor == descriptor } }

    /// Looks for a connection, unless one has been seen.
    mutating func update(at time: Duration) {
        guard connected == nil else { return }
        // libcurl 7.88 does not say when it closes one that is being connected. On Linux, another socket under its
        // number has another inode; on macOS it has the same, and goes unnoticed.
        for socket in sockets where Self.inode(of: socket.descriptor) == socket.inode {
            var (peer, size) = (sockaddr(), socklen_t(MemoryLayout<sockaddr>.size))
            guard getpeername(socket.descriptor, &peer, &size) == 0 else { continue }
            connected = time
            // In IPv4 and IPv6, the port comes first in `sa_data`.
            peerPort = Int64(UInt8(bitPattern: peer.sa_data.0)) << 8 | Int64(UInt8(bitPattern: peer.sa_data.1))
            return
        }
    }

    private static func inode(of descriptor: Int32) -> ino_t? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_ino : nil
    }
}
