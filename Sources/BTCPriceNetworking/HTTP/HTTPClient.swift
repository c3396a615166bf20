package import BTCPriceCore

package protocol HTTPClient: AnyObject, Sendable {
    /// Blocks until there is a response, complete if its status is a 2xx, or every attempt has failed. Follows no redirect.
    ///
    /// - Parameter transfer: receives timings and further notes, even if there is no response.
    func get(_ request: HTTPRequest, _ transfer: inout TransferDetails) throws(PriceLoadingError) -> HTTPResponse
}

package struct HTTPRequest: Equatable, Sendable {
    /// Its scheme is `https` or `http`.
    package let url: String
    /// Lines such as `Authorization: Apikey KEY`, without control characters.
    package let headers: [String]
    /// The environment variable that sets the base URL, such as `BTCQ_BINANCE_URL`; for messages.
    package let urlVariable: String
    /// For the fallback: a problem with IPv6 must not stop it too.
    package let prefersIPv4: Bool

    package init(url: String, headers: [String] = [], urlVariable: String, prefersIPv4: Bool = false) {
        self.url = url
        self.headers = headers
        self.urlVariable = urlVariable
        self.prefersIPv4 = prefersIPv4
    }

    /// Whether the scheme is `http`, which `BaseURL` allows for loopback hosts only. Such a request must not go through a
    /// proxy.
    package var isPlainLoopback: Bool { url.utf8.starts(with: "http://".utf8) }
}

package struct HTTPResponse: Equatable, Sendable {
    package let status: Int
    /// At most 64 KiB; perhaps incomplete if the status is not a 2xx.
    package let body: [UInt8]
    package let head: ResponseHead

    package init(status: Int, body: [UInt8], head: ResponseHead = ResponseHead()) {
        self.status = status
        self.body = body
        self.head = head
    }
}
