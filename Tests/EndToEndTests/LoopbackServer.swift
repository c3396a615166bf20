import Foundation
import StubExchange

/// Listens on 127.0.0.1, and hands each client to a thread of its own, which closes it. It ends with its last reference.
///
/// Beneath `StubExchange`, for tests that look at every byte on the way.
final class LoopbackServer: Sendable {
    private let listener: Listener

    var port: UInt16 { listener.port }

    init(_ serve: @escaping @Sendable (_ client: Connection) -> Void) throws {
        let listener = try Listener()
        self.listener = listener
        Thread.detachNewThread {
            while let client = listener.accept() {
                Thread.detachNewThread { serve(client) }
            }
        }
    }

    deinit {
        listener.stop()
    }
}
