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
            // Not Modified is no redirect.
            case 304: .other
            case 300..<400: .redirect
            case 429, 418: .rateLimited
            case 451: .blocked(isCertain: true)
            case 403: .blocked(isCertain: false)
            case 401: .unauthorized
            default: .other
            }
    }

    /// What a block means, to be followed by `try --source NAME`.
    static func blockHint(isCertain: Bool) -> String { isCertain ? "blocked in this country;" : "blocked?" }

    /// Whether the transfer may end after the headers. The body of any other status is needed: that of a 403, for example, may
    /// report a rate limit.
    package var isDecidedByHead: Bool { self == .rateLimited || self == .blocked(isCertain: true) }
}
