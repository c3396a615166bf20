import BTCPriceCore
import System

/// The URL that request targets are appended to: `https`, or `http` to a loopback host.
enum BaseURL {
    /// Returns the URL with a lower-case scheme and without a trailing slash. A path prefix is kept. Checks what
    /// `BaseURLError` lists; other mistakes are left to libcurl.
    static func checked(_ url: [UInt8]) throws(BaseURLError) -> String {
        // libcurl skips a third slash, and would take the path's first segment for the host.
        guard let (scheme, rest) = url.splitAtScheme, !rest.isEmpty, rest.first != UInt8(ascii: "/"),
            let name = ["https", "http"].first(where: scheme.equalsIgnoringCase),
            url.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .notAURL }
        guard !rest.contains(UInt8(ascii: "@")) else { throw .userInformation }
        guard !rest.contains(where: "?#".utf8.contains) else { throw .queryOrFragment }
        guard name == "https" || isLoopback(rest.prefix { $0 != UInt8(ascii: "/") }) else { throw .httpToRemoteHost }
        var hostAndPath = rest
        while hostAndPath.last == UInt8(ascii: "/") { hostAndPath.removeLast() }
        return name + "://" + String(decoding: hostAndPath, as: UTF8.self)
    }

    /// Whether a request to `url` stays on this machine without TLS: `http` is allowed for loopback hosts only. Such a
    /// request must not go through a proxy.
    static func isPlainLoopback(_ url: String) -> Bool {
        url.utf8.starts(with: "http://".utf8)
    }

    /// Whether `authority` is `localhost`, 127.0.0.0/8 or `[::1]`, with or without a port.
    private static func isLoopback(_ authority: ArraySlice<UInt8>) -> Bool {
        let host = authority.withoutPort
        if host.equalsIgnoringCase("localhost") || host.elementsEqual("[::1]".utf8) { return true }
        var address = in_addr()
        return host.starts(with: "127.".utf8)
            && inet_pton(AF_INET, String(decoding: host, as: UTF8.self), &address) == 1
    }
}

package enum BaseURLError: Error, Equatable {
    /// `notAURL`: it does not begin with `https://` or `http://` and a host, or contains a space, a control character
    /// or a character that is not ASCII.
    case notAURL, userInformation, queryOrFragment, httpToRemoteHost
}

extension [UInt8] {
    /// `http` and `host/path` of `http://host/path`; nil if there is no `://`.
    var splitAtScheme: (scheme: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
        let scheme = prefix { $0 != UInt8(ascii: ":") }
        let rest = self[scheme.endIndex...]
        return rest.starts(with: "://".utf8) ? (scheme, rest.dropFirst(3)) : nil
    }
}

extension ArraySlice<UInt8> {
    /// `host` of `host:80`.
    var withoutPort: ArraySlice<UInt8> {
        guard let colon = lastIndex(of: UInt8(ascii: ":")), self[(colon + 1)...].allSatisfy(\.isDigit) else {
            return self
        }
        return self[..<colon]
    }
}
