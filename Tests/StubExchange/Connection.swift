import Foundation

/// A connection to one client. Its user closes it.
public struct Connection: Sendable {
    let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Connects to a port of 127.0.0.1.
    public init(to port: UInt16) throws {
        descriptor = makePrivateSocket()
        guard withLoopbackAddress(port: port, { connect(descriptor, $0, $1) }) == 0 else {
            let code = errno
            closeDescriptor(descriptor)
            throw Listener.Failure(code: code)
        }
    }

    /// Ends the connection.
    public func close() { closeDescriptor(descriptor) }

    /// Waits for bytes, and returns those that have been received; empty at the end.
    public func receive() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Indicates to the other side that nothing more will be sent.
    public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Executes the steps until they end or the client has disconnected. Returns what else the client has sent.
    @discardableResult
    func run(_ steps: [Step]) -> [UInt8] {
        var received: [UInt8] = []
        for step in steps {
            guard execute(step, &received) else { break }
        }
        return received
    }

    /// Returns whether the next step should follow.
    private func execute(_ step: Step, _ received: inout [UInt8]) -> Bool {
        switch step {
        case .send(let bytes):
            return send(bytes)
        case .drip(let bytes, let pause):
            return bytes.allSatisfy { isStillConnected(after: pause) && send([$0]) }
        case .repeatForever(let bytes):
            while send(bytes) {}
            return false
        case .readSomething:
            return !receive().isEmpty
        case .wait(let pause):
            return isStillConnected(after: pause)
        case .holdOpen:
            while case let bytes = receive(), !bytes.isEmpty { received += bytes }
            return false
        case .reset:
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            return false
        case .waitForOthers:
            preconditionFailure("waitForOthers is not the first step")
        }
    }

    /// Returns whether everything was sent; false if the client has disconnected.
    @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendWithoutSignal(descriptor, $0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits. Returns false as soon as the client disconnects, or sends more.
    func isStillConnected(after time: Duration) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, Int32(clamping: Int(time / .milliseconds(1)))) == 0
    }
}
