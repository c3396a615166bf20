#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension Connection {
    /// A connection of this side's making to a port of 127.0.0.1.
    public init(to port: UInt16) throws {
        let descriptor = makePrivateSocket(AF_INET)
        guard LoopbackAddress.version4.withSocketAddress(port: port, { connect(descriptor, $0, $1) }) == 0 else {
            let code = errno
            closeDescriptor(descriptor)
            throw Listener.Failure(code: code)
        }
        self.init(descriptor: descriptor)
    }

    /// What has come, at least one byte; empty at the end.
    public func receive() -> [UInt8] {
        waitForBytes() ? readWhatIsThere() : []
    }

    /// Tells the other side that nothing more will come.
    public func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// False once the other side has sent all it had.
    func waitForBytes() -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) == 1
    }

    /// Empty where nothing has come.
    func readWhatIsThere() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return Array(bytes.prefix(max(0, count)))
    }
}
