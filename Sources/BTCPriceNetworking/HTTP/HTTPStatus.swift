/// The meaning of a status, as far as this program distinguishes it.
package enum HTTPStatus: Equatable {
    case success
    /// Redirects are not followed: a source sends none, but a captive portal does.
    case redirect
    case rateLimited
    /// The source does not serve the user's country. That is certain for 451; a 403 can have other reasons.
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
            case 403: .blocked(isCertain: false)
            case 401: .unauthorized
            default: .other
            }
    }

    /// The beginning of `blocked in this country; try --source NAME` or `blocked? try --source NAME`. The command line adds the
    /// rest, or omits the hint if there is no other source.
    static func blockHint(isCertain: Bool) -> String { isCertain ? "blocked in this country;" : "blocked?" }

    /// Whether the transfer may end after the headers. With any other status the body is needed: it has the price, or may report
    /// a rate limit.
    package var isDecidedByHead: Bool { self == .rateLimited || self == .blocked(isCertain: true) }
}
