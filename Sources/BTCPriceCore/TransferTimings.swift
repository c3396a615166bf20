/// When each step of a transfer was done, from its start; zero for a step that was not taken.
public struct TransferTimings: Equatable, Sendable {
    /// The name was looked up.
    public var nameLookup: Duration
    /// The connection stood.
    public var connect: Duration
    /// The TLS handshake was done.
    public var tls: Duration
    /// The first byte of the answer came.
    public var firstByte: Duration
    /// The whole answer was there, or the failure.
    public var total: Duration

    /// The times of one transfer.
    public init(nameLookup: Duration, connect: Duration, tls: Duration, firstByte: Duration, total: Duration) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.total = total
    }
}
