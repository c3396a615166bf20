import Foundation
import StubExchange
import TestSupport
import Testing

/// Those that refuse their clients. They keep their ports for as long as the tests run.
private let deaf = Locked<[Listener]>([])

/// A port whose clients are refused, and that nobody else takes meanwhile.
func refusingPort() throws -> UInt16 {
    let listener = try Listener(backlog: nil)
    deaf.withLock { $0.append(listener) }
    return listener.port
}

/// A port that nobody listens on at this moment.
func freePort() throws -> UInt16 {
    try Listener().port
}

/// The port that a server told in its log, behind these words at the start of a line.
func announcedPort(in log: String, behind words: String) throws -> UInt16 {
    var port: UInt16?
    try waitUntil("the server says where it listens") {
        let text = (try? String(contentsOfFile: log, encoding: .isoLatin1)) ?? ""
        // The last line may be half of one.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        port = lines.first { $0.hasPrefix(words) }.flatMap { UInt16($0.dropFirst(words.count)) }
        return port != nil
    }
    return try #require(port)
}

/// Whether somebody listens on a port.
func canConnect(to port: UInt16) -> Bool {
    guard let connection = try? Connection(to: port) else { return false }
    connection.close()
    return true
}
