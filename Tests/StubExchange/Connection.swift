#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// One client. Whoever has it closes it.
public struct Connection: Sendable {
    let descriptor: Int32

    /// Lets the client go.
    public func close() {
        closeDescriptor(descriptor)
    }

    /// Reads up to the empty line behind the headers; nil when the client goes away before.
    func readRequest() -> Request? {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while !text.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0, text.count < 65_536 else { return nil }
            text += chunk.prefix(count)
        }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\r\n").map(String.init)
        return Request(line: lines.first ?? "", headers: Array(lines.dropFirst()), time: .now)
    }

    /// Takes the steps, until they are done or the client is gone.
    func run(_ steps: [Step]) {
        for step in steps {
            guard take(step) else { return }
        }
    }

    /// Whether there is any use in a next step.
    private func take(_ step: Step) -> Bool {
        switch step {
        case .send(let bytes):
            return send(bytes)
        case .drip(let bytes, let pause):
            return bytes.allSatisfy { isStillThere(after: pause) && send([$0]) }
        case .repeatForever(let bytes):
            while send(bytes) {}
            return false
        case .readSomething:
            var byte: UInt8 = 0
            return recv(descriptor, &byte, 1, 0) == 1
        case .wait(let pause):
            return isStillThere(after: pause)
        case .holdOpen:
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, 0) == 1 {}
            return false
        case .reset:
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            return false
        case .waitForOthers:
            preconditionFailure("only a first step waits for others")
        }
    }

    /// Whether all of it went; not where the client is gone.
    @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { sendWithoutSignal(descriptor, $0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Waits; false as soon as the client is gone, or says something unasked.
    func isStillThere(after time: Duration) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        return poll(&request, 1, Int32(clamping: milliseconds)) == 0
    }
}
