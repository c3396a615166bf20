import TestSupport

/// A place where clients wait until enough of them have connected.
final class Barrier: Sendable {
    private struct Client {
        let connection: Connection
        let steps: [Step]
    }

    private let waiting = Locked<[String: [Client]]>([:])

    deinit {
        waiting.withLock { for client in $0.values.joined() { client.connection.close() } }
    }

    /// Adds a client. Once `count` clients are at this place, all of them are served, in any order.
    ///
    /// The thread of the last one serves them one right after the other: on a busy machine, threads that have to be
    /// woken first may respond milliseconds apart. So the steps should be short.
    func admit(_ connection: Connection, _ steps: [Step], to place: String, until count: Int) {
        let complete = waiting.withLock { places in
            var clients = places.removeValue(forKey: place) ?? []
            clients.removeAll { client in
                guard !client.connection.isStillConnected(after: .zero) else { return false }
                client.connection.close()
                return true
            }
            clients.append(Client(connection: connection, steps: steps))
            guard clients.count < count else { return clients.shuffled() }
            places[place] = clients
            return []
        }
        for client in complete { client.connection.run(client.steps) }
        for client in complete { client.connection.close() }
    }
}
