package import BTCPriceCore

package protocol HTTPClient: AnyObject, Sendable {
    /// The response, whatever its status. Follows no redirect. Blocks until the response is complete or the last attempt fails.
    ///
    /// - Parameter transfer: receives the timings, and notes in addition to those that it has, even if there is no response.
    func get(_ request: HTTPRequest, _ transfer: inout TransferDetails) throws(PriceLoadingError) -> HTTPResponse
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

/// The meaning of a status, as far as this program distinguishes it.
package enum HTTPStatus: Equatable {
    case success
    /// Redirects are not followed: a source sends none, but a captive portal does.
    case redirect
    case rateLimited
    /// The source does not serve the user's country. That is certain for 451; 403, and the 405 of a firewall, can have other
    /// reasons.
    case blocked(isCertain: Bool)
    case unauthorized
    case other

    package init(_ code: Int) {
        self =
            switch code {
            case 200..<300: .success
            // A captive portal does not send Not Modified.
            case 304: .other
            case 300..<400: .redirect
            // 418 is Binance's response to a client that goes on sending after a 429.
            case 429, 418: .rateLimited
            case 451: .blocked(isCertain: true)
            case 403, 405: .blocked(isCertain: false)
            case 401: .unauthorized
            default: .other
            }
    }

    /// Whether the transfer may end after the headers. With any other status the body is needed: it has the price, or may report
    /// a rate limit.
    package var isDecidedByHead: Bool { self == .rateLimited || self == .blocked(isCertain: true) }
}
