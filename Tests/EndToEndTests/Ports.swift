import StubExchange

/// A port that nobody listens on.
func freePort() throws -> UInt16 {
    try Listener().port
}

/// Whether somebody listens on a port.
func canConnect(to port: UInt16) -> Bool {
    guard let connection = try? Connection(to: port) else { return false }
    connection.close()
    return true
}
