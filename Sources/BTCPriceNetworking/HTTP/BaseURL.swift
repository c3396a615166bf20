import BTCPriceCore
import Platform

/// What request targets are appended to: `https`, or `http` to a loopback host.
package enum BaseURL {
    /// Returns the URL with a lower-case scheme and no trailing slash; a path is kept. Mistakes not listed in `BaseURLError`
    /// are left to libcurl.
    package static func checked(_ bytes: [UInt8]) throws(BaseURLError) -> String {
        let url = URLText(bytes)
        // libcurl skips a third slash, and takes the path's first segment for the host.
        guard !url.rest.isEmpty, url.rest.first != UInt8(ascii: "/"),
            let scheme = ["https", "http"].first(where: url.scheme.equalsIgnoringCase),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .notAURL }
        guard !url.rest.contains(UInt8(ascii: "@")) else { throw .userInformation }
        guard !url.rest.contains(where: "?#".utf8.contains) else { throw .queryOrFragment }
        guard scheme == "https" || isLoopback(url.rest.prefix { $0 != UInt8(ascii: "/") }) else {
            throw .httpToRemoteHost
        }
        var hostAndPath = url.rest
        while hostAndPath.last == UInt8(ascii: "/") { hostAndPath.removeLast() }
        return scheme + "://" + String(decoding: hostAndPath, as: UTF8.self)
    }

    /// `localhost`, 127.0.0.0/8 or `[::1]`, with or without a port.
    private static func isLoopback(_ authority: ArraySlice<UInt8>) -> Bool {
        let host = URLText.withoutPort(authority)
        if host.equalsIgnoringCase("localhost") || host.elementsEqual("[::1]".utf8) { return true }
        var address = in_addr()
        return host.starts(with: "127.".utf8)
            && inet_pton(AF_INET, String(decoding: host, as: UTF8.self), &address) == 1
    }
}

/// The raw value is the reason.
package enum BaseURLError: String, Error {
    /// It has no `https://` or `http://`, or no host, or contains a space, a control character or one that is not ASCII.
    case notAURL = "not a URL such as https://host/path"
    case userInformation = "user information is not allowed"
    case queryOrFragment = "a query or a fragment is not allowed"
    case httpToRemoteHost = "http is allowed for loopback hosts only; use https"
}

/// The parts of a text, which need not be a valid URL.
package struct URLText {
    /// What comes before `://`; empty if there is none.
    package let scheme: ArraySlice<UInt8>
    /// What comes after `://`; everything if there is none.
    package let rest: ArraySlice<UInt8>

    package init(_ text: [UInt8]) {
        let name = text.prefix { $0 != UInt8(ascii: ":") }
        let end = text[name.endIndex...]
        let hasScheme = end.starts(with: "://".utf8)
        scheme = hasScheme ? name : []
        rest = hasScheme ? end.dropFirst(3) : text[...]
    }

    /// `host` of `host:80`.
    package static func withoutPort(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")),
            authority[(colon + 1)...].allSatisfy({ $0.isDigit })
        else { return authority }
        return authority[..<colon]
    }
}
