package import BTCPriceCore

package protocol HTTPClient: AnyObject, Sendable {
    /// Blocks until the response is complete, whatever its status, or the last attempt fails. Follows no redirect.
    ///
    /// - Parameter transfer: receives timings and further notes, even if there is no response.
    func get(_ request: HTTPRequest, _ transfer: inout TransferDetails) throws(PriceLoadingError) -> HTTPResponse
}

package struct HTTPRequest: Equatable, Sendable {
    /// `https` or `http`.
    package let url: String
    /// Lines such as `Authorization: Apikey KEY`, without control characters.
    package let headers: [String]
    /// The variable that sets the base URL, for messages.
    package let urlVariable: String
    /// Over IPv4 if possible.
    package let prefersIPv4: Bool

    package init(url: String, headers: [String] = [], urlVariable: String, prefersIPv4: Bool = false) {
        self.url = url
        self.headers = headers
        self.urlVariable = urlVariable
        self.prefersIPv4 = prefersIPv4
    }

    /// `http`, which only loopback hosts may have. Such a request must not go through a proxy.
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

/// What a status means to this program.
package enum HTTPStatus: Equatable {
    case success
    /// Not followed: a source sends none, but a captive portal does.
    case redirect
    case rateLimited
    /// The user's country is not served: certain for 451, not for 403 and a firewall's 405.
    case blocked(isCertain: Bool)
    case unauthorized
    case other

    package init(_ code: Int) {
        self =
            switch code {
            case 200..<300: .success
            // A captive portal does not send that.
            case 304: .other
            case 300..<400: .redirect
            // 418 is Binance's, for clients that do not stop after a 429.
            case 429, 418: .rateLimited
            case 451: .blocked(isCertain: true)
            case 403, 405: .blocked(isCertain: false)
            case 401: .unauthorized
            default: .other
            }
    }

    /// The body does not matter, so the transfer may end after the headers.
    package var isDecidedByHead: Bool { self == .rateLimited || self == .blocked(isCertain: true) }
}
