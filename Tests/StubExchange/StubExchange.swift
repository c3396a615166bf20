import TestSupport

/// A loopback exchange with answers and faults to order.
///
/// The first segment of a path names the behaviour, so that the base URL `http://127.0.0.1:PORT/silent` makes a source
/// silent: `ok`, `silent`, `slow-MS`, `status-CODE`, `garbage`, `html`, `empty`, `reset`, `drip`, and those that a
/// caller adds. `barrier-N` holds clients until N have asked, and answers them all at the same moment; `barrier-fail-N`
/// does so with status 500. Clients meet where their base URLs are the same behind the route, so that
/// `/barrier-2/7` and `/barrier-fail-2/7` are one place, and every `/barrier-2/N` is another. It ends with its last
/// reference.
public final class StubExchange: Sendable {
    /// Decides what is done to a client.
    public typealias Behaviour = @Sendable (Request) -> [Step]

    private struct State {
        var behaviours: [String: Behaviour] = [:]
        var requests: [Request] = []
        var connections = 0
    }

    private let listener: Listener
    private let address: LoopbackAddress
    private let unasked: [Step]?
    private let state = Locked(State())
    private let barrier = Barrier()

    /// - Parameters:
    ///   - port: 0 takes any that is free.
    ///   - unasked: what is done to every client as soon as it has connected, in place of waiting for its request.
    public init(port: UInt16 = 0, on address: LoopbackAddress = .version4, unasked: [Step]? = nil) throws {
        listener = try Listener(port: port, on: address)
        self.address = address
        self.unasked = unasked
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

    /// Where it listens.
    public var port: UInt16 { listener.port }

    /// The requests so far, in the order in which they were read whole.
    public var requests: [Request] { state.withLock(\.requests) }

    /// How many clients have connected so far, whether they asked anything or not.
    public var connections: Int { state.withLock(\.connections) }

    /// The base URL under which a source behaves like this.
    public func url(_ route: String) -> String { "http://\(address.host):\(port)/\(route)" }

    /// Adds a behaviour, and returns its base URL.
    @discardableResult
    public func on(_ route: String, _ behaviour: @escaping Behaviour) -> String {
        state.withLock { $0.behaviours[route] = behaviour }
        return url(route)
    }

    /// Adds an answer that does not depend on the request, and returns its base URL.
    @discardableResult
    public func on(_ route: String, _ steps: [Step]) -> String {
        on(route) { _ in steps }
    }

    /// A correct answer for the source that was asked, with a price of the caller's.
    public static func answer(_ request: Request, price: String) -> [Step] { BuiltInRoutes.ok(request, price: price) }

    private func serve(_ connection: Connection) {
        if let unasked {
            connection.run(unasked)
            return connection.close()
        }
        guard let request = connection.readRequest() else { return connection.close() }
        let behaviour = state.withLock { state in
            state.requests.append(request)
            return state.behaviours[request.route]
        }
        let steps = behaviour?(request) ?? BuiltInRoutes.steps(for: request) ?? .answer(404, body: "no such route")
        if case .waitForOthers(let count)? = steps.first {
            let base = Asked(request)?.base ?? request.target
            let place = String(base.dropFirst(1 + request.route.count))
            return barrier.admit(connection, Array(steps.dropFirst()), to: place, until: count)
        }
        connection.run(steps)
        connection.close()
    }
}
