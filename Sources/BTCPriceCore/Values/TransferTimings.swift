/// When each step of a transfer ended, counted from its start; zero for a step that did not take place.
package struct TransferTimings: Equatable, Sendable {
    package var nameLookup: Duration
    package var connect: Duration
    /// The TLS handshake.
    package var tls: Duration
    /// The first byte of the response.
    package var firstByte: Duration
    /// The complete response, or the failure.
    package var total: Duration

    package init(nameLookup: Duration, connect: Duration, tls: Duration, firstByte: Duration, total: Duration) {
        self.nameLookup = nameLookup
        self.connect = connect
        self.tls = tls
        self.firstByte = firstByte
        self.total = total
    }
}
