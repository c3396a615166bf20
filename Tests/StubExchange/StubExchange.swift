import TestSupport

/// An exchange on the loopback interface with configurable responses and faults.
///
/// The first segment of a path names the behaviour, so that the base URL `http://127.0.0.1:PORT/silent` makes a source
/// silent: `ok`, `silent`, `slow-MS`, `status-CODE`, `garbage`, `html`, `empty`, `reset`, `drip`, and those that a
/// caller adds. `barrier-N` holds clients until there are N requests, and responds to all of them at once;
/// `barrier-fail-N` does so with status 500. A place is the rest of the base URL after the route: `/barrier-2/7` and
/// `/barrier-fail-2/7` are the same place, `/barrier-2/8` is another one. The server ends with its last reference.
public final class StubExchange: Sendable {
    /// Chooses the steps for a request.
    public typealias Behaviour = @Sendable (ReceivedRequest) -> [Step]

    private struct State {
        var behaviours: [String: Behaviour] = [:]
        var requests: [ReceivedRequest] = []
        var connections = 0
    }

    private let listener: Listener
    private let address: LoopbackAddress
    private let onConnect: [Step]?
    private let state = Locked(State())
    private let barrier = Barrier()

    /// - Parameters:
    ///   - port: 0 chooses a free one.
    ///   - onConnect: the steps for every client as soon as it has connected; its request is not read.
    public init(port: UInt16 = 0, on address: LoopbackAddress = .version4, onConnect: [Step]? = nil) throws {
        listener = try Listener(port: port, on: address)
        self.address = address
        self.onConnect = onConnect
        SystemThread.start { [listener, weak self] in
            while let connection = listener.accept() {
                guard let self else { return connection.close() }
                state.withLock { $0.connections += 1 }
                SystemThread.start { self.serve(connection) }
            }
        }
    }

    deinit {
        listener.stop()
    }

    /// The port it listens on.
    public var port: UInt16 { listener.port }

    /// The requests so far, in the order in which they were complete.
    public var requests: [ReceivedRequest] { state.withLock(\.requests) }

    /// How many clients have connected so far, with or without a request.
    public var connections: Int { state.withLock(\.connections) }

    /// The base URL that chooses this behaviour.
    public func url(_ route: String) -> String { "http://\(address.host):\(port)/\(route)" }

    /// Adds a behaviour, and returns its base URL.
    @discardableResult
    public func on(_ route: String, _ behaviour: @escaping Behaviour) -> String {
        state.withLock { $0.behaviours[route] = behaviour }
        return url(route)
    }

    /// Adds steps that do not depend on the request, and returns their base URL.
    @discardableResult
    public func on(_ route: String, _ steps: [Step]) -> String {
        on(route) { _ in steps }
    }

    /// A correct response of the source that the request is for, with this price.
    public static func response(to request: ReceivedRequest, price: String) -> [Step] {
        BuiltInRoutes.ok(request, price: price)
    }

    private func serve(_ connection: Connection) {
        if let onConnect {
            connection.run(onConnect)
            return connection.close()
        }
        guard let request = connection.readRequest() else { return connection.close() }
        let behaviour = state.withLock { state in
            state.requests.append(request)
            return state.behaviours[request.route]
        }
        let steps = behaviour?(request) ?? BuiltInRoutes.steps(for: request) ?? .respond(404, body: "no such route")
        if case .waitForOthers(let count)? = steps.first {
            let base = RequestedPair(request)?.base ?? request.target
            let place = String(base.dropFirst(1 + request.route.count))
            return barrier.admit(connection, Array(steps.dropFirst()), to: place, until: count)
        }
        connection.run(steps)
        connection.close()
    }
}
