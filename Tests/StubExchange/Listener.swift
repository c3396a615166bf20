import Foundation
import TestSupport

/// A socket that listens on 127.0.0.1.
public final class Listener: Sendable {
    /// A system call that failed.
    public struct Failure: Error {
        /// Its `errno`.
        public let code: Int32
    }

    private let descriptor: Int32
    /// The port it listens on.
    public let port: UInt16
    private let vainClients = Locked<[Connection]>([])
    #if canImport(Darwin)
        private let isStopped = Locked(false)
    #endif

    /// - Parameters:
    ///   - port: 0 chooses a free one.
    ///   - backlog: how many clients may wait to be accepted.
    public init(port: UInt16 = 0, backlog: Int32 = 128) throws {
        let descriptor = makePrivateSocket()
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard withLoopbackAddress(port: port, { bind(descriptor, $0, $1) }) == 0,
            listen(descriptor, backlog) == 0
        else {
            let code = errno
            closeDescriptor(descriptor)
            throw Failure(code: code)
        }
        // `accept` waits in poll(2).
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        self.descriptor = descriptor
        self.port = portOfSocket(descriptor)
    }

    deinit {
        closeDescriptor(descriptor)
        vainClients.withLock { for client in $0 { client.close() } }
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

    /// Ends an `accept` that waits. The port stays in use as long as this object exists.
    public func stop() {
        #if canImport(Darwin)
            isStopped.withLock { $0 = true }
        #else
            shutdown(descriptor, Int32(SHUT_RDWR))
        #endif
    }

    /// Returns false once the listener is stopped; on Linux, accept(2) fails then.
    private func waitForClient() -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        #if canImport(Darwin)
            // shutdown(2) does not wake poll(2) there.
            while !isStopped.withLock(\.self) {
                if poll(&request, 1, 50) > 0 { return true }
            }
            return false
        #else
            poll(&request, 1, -1)
            return true
        #endif
    }

    /// Connects a client that is never accepted, to fill the backlog.
    public func connectInVain() throws {
        let client = makePrivateSocket()
        guard client >= 0 else { throw Failure(code: errno) }
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        _ = withLoopbackAddress(port: port) { connect(client, $0, $1) }
        vainClients.withLock { $0.append(Connection(descriptor: client)) }
    }
}
