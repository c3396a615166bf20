import Foundation
import StubExchange
import TestSupport

/// Passes bytes between its clients and another port of 127.0.0.1, and records their directions.
final class FlightRecorder: Sendable {
    enum Direction: Equatable {
        case there
        case back
    }

    private struct State {
        var connections = 0
        var flights: [(direction: Direction, bytes: [UInt8])] = []

        mutating func add(_ direction: Direction, _ bytes: [UInt8]) {
            if flights.last?.direction == direction {
                flights[flights.count - 1].bytes += bytes
            } else {
                flights.append((direction, bytes))
            }
        }
    }

    /// The size of the TLS alert that closes a connection, which no peer waits for.
    private static let closingAlertSize = 24

    private let listener: Listener
    private let state = Locked(State())

    /// - Parameter delay: how long a connection waits before the first byte is passed on.
    init(to target: UInt16, delay: Duration = .zero) throws {
        listener = try Listener()
        Thread.detachNewThread { [listener, state] in
            let pass: @Sendable (Connection, Connection, Direction) -> Void = { source, target, direction in
                while case let bytes = source.receive(), !bytes.isEmpty {
                    state.withLock { $0.add(direction, bytes) }
                    target.send(bytes)
                }
                target.endSending()
            }
            while let client = listener.accept() {
                state.withLock { $0.connections += 1 }
                Thread.sleep(forTimeInterval: delay / .seconds(1))
                guard let server = try? Connection(to: target) else { return client.close() }
                Thread.detachNewThread { pass(server, client, .back) }
                Thread.detachNewThread { pass(client, server, .there) }
            }
        }
    }

    deinit {
        listener.stop()
    }

    var port: UInt16 { listener.port }
    var connections: Int { state.withLock(\.connections) }

    /// The first message: of TLS, what the client offers.
    var firstFlight: [UInt8] { state.withLock { $0.flights.first?.bytes ?? [] } }

    /// The changes of direction, without closing alerts.
    var flights: [Direction] {
        state.withLock { state in
            state.flights.filter { $0.bytes.count > Self.closingAlertSize }.map(\.direction).reduce(into: []) {
                result, direction in
                if result.last != direction { result.append(direction) }
            }
        }
    }
}
