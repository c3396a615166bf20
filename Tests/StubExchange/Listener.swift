import TestSupport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A socket that listens on this machine's loopback interface.
public final class Listener: Sendable {
    /// A system call that failed.
    public struct Failure: Error {
        /// Its `errno`.
        public let code: Int32
    }

    private let descriptor: Int32
    private let address: LoopbackAddress
    /// Where it listens.
    public let port: UInt16
    #if canImport(Darwin)
        private let isStopped = Locked(false)
    #endif

    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - backlog: how many clients may wait to be accepted; where it is nil, each is refused.
    public init(port: UInt16 = 0, on address: LoopbackAddress = .version4, backlog: Int32? = 128) throws {
        let descriptor = makePrivateSocket(address.family)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard address.withSocketAddress(port: port, { bind(descriptor, $0, $1) }) == 0,
            backlog.map({ listen(descriptor, $0) == 0 }) ?? true
        else {
            let code = errno
            closeDescriptor(descriptor)
            throw Failure(code: code)
        }
        // Who waits does it in poll(2).
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        self.descriptor = descriptor
        self.address = address
        self.port = LoopbackAddress.port(of: descriptor)
    }

    deinit {
        closeDescriptor(descriptor)
    }

    /// The next client; nil once the listener is stopped.
    public func accept() -> Connection? {
        while waitForClient() {
            let client = acceptPrivately(descriptor)
            if client >= 0 { return Connection(descriptor: client) }
            guard [EINTR, ECONNABORTED, EAGAIN].contains(errno) else { return nil }
        }
        return nil
    }

    /// Ends an `accept` that waits. The port stays taken for as long as somebody holds this object.
    public func stop() {
        #if canImport(Darwin)
            isStopped.withLock { $0 = true }
        #else
            shutdown(descriptor, Int32(SHUT_RDWR))
        #endif
    }

    /// False once the listener is stopped, where that is seen here. Where it isn't, accept(2) says so.
    private func waitForClient() -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        #if canImport(Darwin)
            // There shutdown(2) does not tell who waits.
            while !isStopped.withLock(\.self) {
                if poll(&request, 1, 50) > 0 { return true }
            }
            return false
        #else
            poll(&request, 1, -1)
            return true
        #endif
    }

    /// A client that connects and is never accepted: these fill a backlog.
    public func connectInVain() throws -> Connection {
        let client = makePrivateSocket(address.family)
        guard client >= 0 else { throw Failure(code: errno) }
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        _ = address.withSocketAddress(port: port) { connect(client, $0, $1) }
        return Connection(descriptor: client)
    }
}
