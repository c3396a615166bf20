import Foundation
import StubExchange
import TestSupport

/// A server that records every byte it receives until the client closes the connection, also after a request.
///
/// It responds to requests whose first line contains `path`, leaves the connection open, and ignores all others.
final class RecordingServer: Sendable {
    private struct State {
        var received: [[UInt8]] = []
        var open = 0
    }

    private let server: LoopbackServer
    private let state: Locked<State>

    var port: UInt16 { server.port }

    init(respondingTo path: String, with body: String) throws {
        let state = Locked(State())
        let response = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
        self.state = state
        server = try LoopbackServer { client in
            let index = state.withLock { state in
                state.open += 1
                state.received.append([])
                return state.received.count - 1
            }
            while case let bytes = client.receive(), !bytes.isEmpty {
                let received = state.withLock { state in
                    state.received[index] += bytes
                    return state.received[index]
                }
                let line = String(decoding: received.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
                if line.contains(path), received.suffix(4).elementsEqual("\r\n\r\n".utf8) {
                    client.send(response)
                }
            }
            client.close()
            state.withLock { $0.open -= 1 }
        }
    }

    /// What each connection received, once all of them are closed.
    func received() throws -> [String] {
        try waitUntil("all clients are gone") { state.withLock { $0.open == 0 } }
        return state.withLock { $0.received.map { String(decoding: $0, as: UTF8.self) } }
    }
}
