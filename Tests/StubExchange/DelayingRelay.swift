import TestSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Passes bytes between its clients and another port of 127.0.0.1, each a while after it came: a long way in between.
///
/// The handshake of TCP is the kernel's and takes no time here. It ends with its last reference.
public final class DelayingRelay: Sendable {
    private let listener: Listener
    private let target: UInt16
    private let delay: Duration
    private let count = Locked(0)

    /// - Parameter delay: how long bytes take one way: half of a round trip.
    public init(to target: UInt16, delay: Duration) throws {
        listener = try Listener()
        self.target = target
        self.delay = delay
        SystemThread.start { [listener, weak self] in
            while let client = listener.accept() {
                guard let self, let server = try? Connection(to: target) else { return client.close() }
                count.withLock { $0 += 1 }
                SystemThread.start { self.pass(from: client, to: server) }
                SystemThread.start { self.pass(from: server, to: client) }
            }
        }
    }

    deinit {
        listener.stop()
    }

    /// Where it listens.
    public var port: UInt16 { listener.port }

    /// How many clients have connected.
    public var connections: Int { count.withLock(\.self) }

    private func pass(from source: Connection, to target: Connection) {
        while source.waitForBytes() {
            usleep(UInt32(delay / .microseconds(1)))
            // What has come meanwhile belongs to the same flight.
            guard target.send(source.readWhatIsThere()) else { break }
        }
        target.endSending()
    }
}
