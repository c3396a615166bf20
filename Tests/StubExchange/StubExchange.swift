import Foundation
import TestSupport

/// An exchange on the loopback interface with configurable responses and faults.
///
/// The first segment of a path names the behavior, so that the base URL `http://127.0.0.1:PORT/silent` makes a source
/// silent: `ok`, `silent`, `slow-MS`, `price-PRICE`, `status-CODE`, `reset`, and those that a caller adds. `barrier-N`
/// holds clients until there are N requests, and responds to all of them at once; `barrier-fail-N` does so with status
/// 500. A place is the rest of the base URL after the route: `/barrier-2/7` and `/barrier-fail-2/7` are the same place,
/// `/barrier-2/8` is another one. The server ends with its last reference.
public final class StubExchange: Sendable {
    /// Chooses the steps for a request.
    public typealias Behavior = @Sendable (ReceivedRequest) -> [Step]

    private struct State {
        var behaviors: [String: Behavior] = [:]
        var requests: [ReceivedRequest] = []
        var connections = 0
        var openConnections = 0
        var otherBytes: [UInt8] = []
    }

    private let listener: Listener
    private let onConnect: [Step]?
    private let state = Locked(State())
    private let barrier = Barrier()

    /// - Parameters:
    ///   - port: 0 chooses a free one.
    ///   - onConnect: the steps for every client as soon as it has connected; its request is not read.
    public init(port: UInt16 = 0, onConnect: [Step]? = nil) throws {
        listener = try Listener(port: port)
        self.onConnect = onConnect
        Thread.detachNewThread { [listener, weak self] in
            while let connection = listener.accept() {
                guard let self else { return connection.close() }
                state.withLock { state in
                    state.connections += 1
                    state.openConnections += 1
                }
                Thread.detachNewThread { self.serve(connection) }
            }
        }
    }

    deinit { listener.stop() }

    /// The port it listens on.
    public var port: UInt16 { listener.port }

    /// The requests so far, in the order in which they were complete.
    public var requests: [ReceivedRequest] { state.withLock(\.requests) }

    /// How many clients have connected so far, with or without a request.
    public var connections: Int { state.withLock(\.connections) }

    /// How many clients are connected.
    public var openConnections: Int { state.withLock(\.openConnections) }

    /// What clients have sent that is not a request, or follows one, as far as it was read: `holdOpen` does that.
    public var otherBytes: [UInt8] { state.withLock(\.otherBytes) }

    /// The base URL that chooses this behavior.
    public func url(_ route: String) -> String { "http://127.0.0.1:\(port)/\(route)" }

    /// The variables that make every source respond with this behavior.
    public func variables(_ route: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: Fixture.all.map { ($0.urlVariable, url(route)) })
    }

    /// Adds a behavior, and returns its base URL.
    @discardableResult
    public func on(_ route: String, _ behavior: @escaping Behavior) -> String {
        state.withLock { $0.behaviors[route] = behavior }
        return url(route)
    }

    /// Adds steps that do not depend on the request, and returns their base URL.
    @discardableResult
    public func on(_ route: String, _ steps: [Step]) -> String { on(route) { _ in steps } }

    /// A correct response of the source that the request is for, with this price.
    public static func response(to request: ReceivedRequest, price: String) -> [Step] {
        BuiltInRoutes.ok(request, price: price)
    }

    private func serve(_ connection: Connection) {
        if let onConnect {
            end(connection, connection.run(onConnect))
        } else {
            read(connection)
        }
    }

    private func read(_ connection: Connection) {
        var (bytes, received): ([UInt8], ReceivedRequest?) = ([], nil)
        while received == nil, case let more = connection.receive(), !more.isEmpty, bytes.count < 65_536 {
            bytes += more
            received = ReceivedRequest(bytes)
        }
        guard let request = received else { return end(connection, bytes) }
        let behavior = state.withLock { state in
            state.requests.append(request)
            return state.behaviors[request.route]
        }
        let steps = behavior?(request) ?? BuiltInRoutes.steps(for: request) ?? .respond(404, body: "no such route")
        if case .waitForOthers(let count)? = steps.first {
            let place = String(request.base.dropFirst(1 + request.route.count))
            state.withLock { $0.openConnections -= 1 }
            return barrier.admit(connection, Array(steps.dropFirst()), to: place, until: count)
        }
        end(connection, connection.run(steps))
    }

    private func end(_ connection: Connection, _ otherBytes: [UInt8]) {
        connection.close()
        state.withLock { state in
            state.openConnections -= 1
            state.otherBytes += otherBytes
        }
    }
}
