import TestSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Forwards bytes between its clients and another port of 127.0.0.1 with a delay, as a network of that latency does.
///
/// The TCP handshake is not delayed: the kernel does it. The relay ends with its last reference.
public final class DelayingRelay: Sendable {
    private let listener: Listener
    private let target: UInt16
    private let delay: Duration
    private let count = Locked(0)

    /// - Parameter delay: of one direction, half of a round trip.
    public init(to target: UInt16, delay: Duration) throws {
        listener = try Listener()
        self.target = target
        self.delay = delay
        SystemThread.start { [listener, weak self] in
            while let client = listener.accept() {
                guard let self, let server = try? Connection(to: target) else { return client.close() }
                count.withLock { $0 += 1 }
                SystemThread.start { self.forward(from: client, to: server) }
                SystemThread.start { self.forward(from: server, to: client) }
            }
        }
    }

    deinit {
        listener.stop()
    }

    /// The port it listens on.
    public var port: UInt16 { listener.port }

    /// How many clients have connected.
    public var connections: Int { count.withLock(\.self) }

    private func forward(from source: Connection, to target: Connection) {
        while source.waitForBytes() {
            usleep(UInt32(delay / .microseconds(1)))
            // What was received in the meantime belongs to the same flight.
            guard target.send(source.readAvailable()) else { break }
        }
        target.endSending()
    }
}
