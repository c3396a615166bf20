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
