import Foundation
import StubExchange
import TestSupport

struct NeverHappened: Error {
    let what: String
}

/// Looks again and again until `condition` holds; throws if it does not in time, so that no test waits for ever.
func waitUntil(
    _ what: String, atMost limit: Duration = .seconds(30), _ condition: () throws -> Bool
) throws {
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < end else { throw NeverHappened(what: what) }
        usleep(500)
    }
}

/// The port that a server has written to its log, after this text at the start of a line.
func announcedPort(in log: String, after text: String) throws -> UInt16 {
    var port: UInt16 = 0
    try waitUntil("the server says where it listens") {
        let contents = (try? String(contentsOfFile: log, encoding: .isoLatin1)) ?? ""
        // The last line may be incomplete.
        let lines = contents.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        port = lines.first { $0.hasPrefix(text) }.flatMap { UInt16($0.dropFirst(text.count)) } ?? 0
        return port != 0
    }
    return port
}

/// A port that no process listens on now.
func freePort() throws -> UInt16 {
    try Listener().port
}
