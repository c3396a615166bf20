/// The status of a response, and what it means to this program.
struct HTTPStatus: Equatable {
    enum Meaning: Equatable {
        case success
        /// Not followed: no source sends any, unless it has moved.
        case redirect
        case rateLimited
        /// The user's country is not served: certainly with 451, perhaps with 403, or with the 405 that firewalls send.
        case blocked(isCertain: Bool)
        case unauthorized
        case other
    }

    /// 0 if there is no response.
    let code: Int

    var meaning: Meaning {
        switch code {
        case 200..<300: .success
        // 304 does not name another place.
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
}
