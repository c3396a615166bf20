/// What the statuses mean that this program distinguishes.
package enum HTTPStatus {
    package static func isSuccess(_ status: Int) -> Bool { (200..<300).contains(status) }

    /// Redirects are not followed: a source sends none, but a network that wants the user to log in does.
    static func isRedirect(_ status: Int) -> Bool { (300..<400).contains(status) && status != 304 }

    static func isRateLimit(_ status: Int) -> Bool { status == 429 || status == 418 }

    /// Whether the source may not serve the user's country: 403 has other reasons too.
    static func isBlocked(_ status: Int) -> Bool { status == 403 || isBlockedForLegalReasons(status) }

    static func isBlockedForLegalReasons(_ status: Int) -> Bool { status == 451 }

    static func isUnauthorized(_ status: Int) -> Bool { status == 401 }

    /// Whether status and headers are sufficient, whatever becomes of the body.
    package static func isDecidedByHead(_ status: Int) -> Bool {
        isRateLimit(status) || isBlockedForLegalReasons(status)
    }
}
