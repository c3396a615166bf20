#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension Connection {
    /// Connects to a port of 127.0.0.1.
    public init(to port: UInt16) throws {
        let descriptor = makePrivateSocket(AF_INET)
        guard LoopbackAddress.version4.withSocketAddress(port: port, { connect(descriptor, $0, $1) }) == 0 else {
            let code = errno
            closeDescriptor(descriptor)
            throw Listener.Failure(code: code)
        }
        self.init(descriptor: descriptor)
    }

    /// Waits for bytes, and returns those that have been received; empty at the end.
    public func receive() -> [UInt8] {
        waitForBytes() ? readAvailable() : []
    }

    /// Indicates to the other side that nothing more will be sent.
    public func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// False once the other side has sent everything.
    func waitForBytes() -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) == 1
    }

    /// Empty if nothing has been received.
    func readAvailable() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return Array(bytes.prefix(max(0, count)))
    }
}
