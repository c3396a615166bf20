/// How one source did, for `--verbose`.
public struct SourceReport: Sendable {
    /// The registry name.
    public let source: String
    /// What it gave.
    public let result: Result<PriceQuote, PriceLoadingError>
    /// Where the time went; nil where the source was not asked, or libcurl does not tell.
    public let timings: TransferTimings?

    /// What a source gave, and how long it took.
    public init(source: String, result: Result<PriceQuote, PriceLoadingError>, timings: TransferTimings?) {
        self.source = source
        self.result = result
        self.timings = timings
    }
}

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
