import Foundation
import StubExchange
import TestSupport
import Testing

/// Listeners that refuse connections. They keep their ports until the tests end.
private let refusingListeners = Locked<[Listener]>([])

/// A port that refuses connections, and that no other process takes meanwhile.
func refusingPort() throws -> UInt16 {
    let listener = try Listener(backlog: nil)
    refusingListeners.withLock { $0.append(listener) }
    return listener.port
}

/// A port that no process listens on now.
func freePort() throws -> UInt16 {
    try Listener().port
}

/// The port that a server has written to its log, after this text at the start of a line.
func announcedPort(in log: String, after text: String) throws -> UInt16 {
    var port: UInt16?
    try waitUntil("the server says where it listens") {
        let contents = (try? String(contentsOfFile: log, encoding: .isoLatin1)) ?? ""
        // The last line may be incomplete.
        let lines = contents.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        port = lines.first { $0.hasPrefix(text) }.flatMap { UInt16($0.dropFirst(text.count)) }
        return port != nil
    }
    return try #require(port)
}

/// Whether a process listens on a port.
func canConnect(to port: UInt16) -> Bool {
    guard let connection = try? Connection(to: port) else { return false }
    connection.close()
    return true
}
