import BTCPriceCore

protocol HTTPClient: Sendable {
    /// The response, whatever its status. Follows no redirect, and blocks until the transfer ends.
    ///
    /// - Parameter transfer: receives the timings, and notes in addition to its own, even if there is no response.
    func get(
        _ request: HTTPRequest, _ transfer: inout TransferDetails
    ) throws(PriceLoadingError) -> HTTPResponse
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
}
