public import BTCPriceCore

/// Gets one answer over HTTP.
public protocol HTTPClient: Sendable {
    /// The answer, whatever its status. Follows no redirect; returns at once when its task is cancelled.
    func get(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}

/// What is asked.
public struct HTTPRequest: Equatable, Sendable {
    /// Absolute, `https` or `http`.
    public let url: String
    /// Lines such as `Authorization: Apikey KEY`, without control characters.
    public let headers: [String]
    /// How long the whole transfer may take.
    public let timeLimit: Duration

    /// A GET of `url`.
    public init(url: String, headers: [String] = [], timeLimit: Duration) {
        self.url = url
        self.headers = headers
        self.timeLimit = timeLimit
    }
}

/// What came back.
public struct HTTPResponse: Equatable, Sendable {
    /// The status code.
    public let status: Int
    /// At most 64 KiB.
    public let body: [UInt8]
    /// What `Retry-After` asks for; nil where it names nothing usable.
    public let retryAfter: Duration?
    /// When what was done.
    public let timings: TransferTimings?

    /// A complete answer.
    public init(status: Int, body: [UInt8], retryAfter: Duration? = nil, timings: TransferTimings? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.timings = timings
    }
}

/// Why no complete answer came.
public struct HTTPFailure: Error, Equatable, Sendable {
    /// What kind of failure it was.
    public enum Reason: Equatable, Sendable {
        /// The time limit passed.
        case timedOut
        /// What came is not an HTTP answer, or more than is read.
        case invalidAnswer(String)
        /// Anything else, in words that hold nothing the peer sent.
        case network(String)
    }

    /// What went wrong.
    public let reason: Reason
    /// When what was done.
    public let timings: TransferTimings?

    /// A failure with its reason.
    public init(_ reason: Reason, timings: TransferTimings? = nil) {
        self.reason = reason
        self.timings = timings
    }
}
