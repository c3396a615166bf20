package import BTCPriceCore

package protocol HTTPClient: AnyObject, Sendable {
    /// The response, whatever its status. Follows no redirect. Blocks until the response is complete or the last attempt fails.
    ///
    /// - Parameter transfer: receives the timings, and notes in addition to those that it has, even if there is no response.
    func get(_ request: HTTPRequest, _ transfer: inout TransferDetails) throws(PriceLoadingError) -> HTTPResponse

    /// The text for messages about the proxy that is set, such as `https_proxy=127.0.0.1:3128`, even if an exception is set too
    /// that could exclude the host. Nil if none is set, or if no proxy is used for such a URL.
    func proxy(for request: HTTPRequest) -> String?
}

package struct HTTPRequest: Equatable, Sendable {
    /// An absolute URL, `https` or `http`.
    package let url: String
    /// Lines such as `Authorization: Apikey KEY`, without control characters.
    package let headers: [String]
    /// The environment variable that sets the beginning of the URL; for messages.
    package let urlVariable: String
    /// Whether to connect over IPv4 if that is possible.
    package let prefersIPv4: Bool

    package init(url: String, headers: [String] = [], urlVariable: String, prefersIPv4: Bool = false) {
        self.url = url
        self.headers = headers
        self.urlVariable = urlVariable
        self.prefersIPv4 = prefersIPv4
    }

    /// Whether the URL is `http`, which is allowed for loopback hosts only. Such a request must not go through a proxy.
    package var isPlainLoopback: Bool { url.utf8.starts(with: "http://".utf8) }
}

package struct HTTPResponse: Equatable, Sendable {
    package let status: Int
    /// The body, of at most 64 KiB. It may be incomplete if the status is not a 2xx.
    package let body: [UInt8]
    package let head: ResponseHead

    package init(status: Int, body: [UInt8], head: ResponseHead = ResponseHead()) {
        self.status = status
        self.body = body
        self.head = head
    }
}
