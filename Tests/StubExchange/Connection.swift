#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A connection to one client. Its user closes it.
public struct Connection: Sendable {
    let descriptor: Int32

    /// Ends the connection.
    public func close() {
        closeDescriptor(descriptor)
    }

    /// Reads up to the empty line after the headers; nil if the client disconnects before.
    func readRequest() -> ReceivedRequest? {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while !text.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0, text.count < 65_536 else { return nil }
            text += chunk.prefix(count)
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\r\n").map(String.init)
        return ReceivedRequest(line: lines.first ?? "", headers: Array(lines.dropFirst()), time: .now)
    }

    /// Executes the steps until they end or the client has disconnected.
    func run(_ steps: [Step]) {
        for step in steps {
            guard execute(step) else { return }
        }
    }

    /// Returns whether the next step should follow.
    private func execute(_ step: Step) -> Bool {
        switch step {
        case .send(let bytes):
            return send(bytes)
        case .drip(let bytes, let pause):
            return bytes.allSatisfy { isStillConnected(after: pause) && send([$0]) }
        case .repeatForever(let bytes):
            while send(bytes) {}
            return false
        case .readSomething:
            var byte: UInt8 = 0
            return recv(descriptor, &byte, 1, 0) == 1
        case .wait(let pause):
            return isStillConnected(after: pause)
        case .holdOpen:
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, 0) == 1 {}
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
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        return poll(&request, 1, Int32(clamping: milliseconds)) == 0
    }
}
