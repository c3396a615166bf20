public import BTCPriceCore

/// Gets one answer over HTTP.
public protocol HTTPClient: Sendable {
    /// The answer, whatever its status. Follows no redirect; blocks until the answer is there, or will not come.
    func get(_ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse
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

/// How a transfer went, whatever came of it.
public struct TransferDetails: Equatable, Sendable {
    /// When what was done.
    public var timings: TransferTimings?
    /// The way there, where the environment names another than the usual one, such as `via proxy 127.0.0.1:3128`.
    public var route: [String]

    /// What is known of a transfer.
    public init(timings: TransferTimings? = nil, route: [String] = []) {
        self.timings = timings
        self.route = route
    }
}

/// What came back.
public struct HTTPResponse: Equatable, Sendable {
    /// The status code.
    public let status: Int
    /// At most 64 KiB. Not whole, perhaps, where the status alone tells what the answer is: anything but a 2xx.
    public let body: [UInt8]
    /// What `Retry-After` asks for; nil where it names nothing usable.
    public let retryAfter: RetryAfter?
    /// The answer's own time of day.
    public let date: Timestamp?
    /// How the transfer went.
    public let details: TransferDetails

    /// An answer.
    public init(
        status: Int, body: [UInt8], retryAfter: RetryAfter? = nil, date: Timestamp? = nil,
        details: TransferDetails = TransferDetails()
    ) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
        self.date = date
        self.details = details
    }
}

/// How long a server wants to be left alone.
public enum RetryAfter: Equatable, Sendable {
    /// For so many seconds.
    case seconds(Int64)
    /// Until then.
    case date(Timestamp)

    /// The time from `now`, which is the server's own time where it is known.
    func duration(from now: Timestamp) -> Duration {
        switch self {
        case .seconds(let seconds): .seconds(seconds)
        case .date(let date): date - now
        }
    }
}

/// Why no answer came.
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
    /// How the transfer went.
    public let details: TransferDetails

    /// A failure with its reason.
    public init(_ reason: Reason, details: TransferDetails = TransferDetails()) {
        self.reason = reason
        self.details = details
    }
}
