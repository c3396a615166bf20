/// What the statuses mean that this program distinguishes.
package enum HTTPStatus: Equatable {
    case success
    /// Redirects are not followed: a source sends none, but a network that wants the user to log in does.
    case redirect
    case rateLimited
    /// The source does not serve the user's country or, if that is not certain, may not serve it: 403 has other reasons too.
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

    /// Whether status and headers are sufficient, whatever becomes of the body.
    package var isDecidedByHead: Bool { self == .rateLimited || self == .blocked(isCertain: true) }
}
