import BTCPriceCore

protocol HTTPClient: Sendable {
    /// The response, whatever its status. Follows no redirect, and blocks until the transfer ends.
    func get(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse
}

struct HTTPRequest: Equatable, Sendable {
    /// An absolute URL, `https` or `http`.
    let url: String
    /// Lines such as `Authorization: Apikey KEY`, without control characters.
    var headers: [String] = []
    /// The limit for the complete transfer.
    let maxTime: Duration
}

struct HTTPResponse: Equatable, Sendable {
    let status: Int
    /// At most 64 KiB. It may be incomplete if the status is not a 2xx.
    let body: [UInt8]
    var head = ResponseHead()
    var transfer = TransferDetails()
}

/// Why there is no response.
struct HTTPError: Error, Equatable, Sendable {
    enum Reason: Equatable, Sendable {
        /// The time limit of the request has passed.
        case timedOut
        /// The response is not HTTP, or too large.
        case invalidResponse(String)
        /// Anything else, as a clause that contains nothing the peer sent.
        case network(String)
    }

    let reason: Reason
    var transfer = TransferDetails()
}
