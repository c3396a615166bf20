import BTCPriceCore
import Platform

/// The URL of a source, to which path and query of a request are appended. Its scheme is `https`, or `http` for a
/// loopback host.
enum BaseURL {
    /// Returns the URL with a lower-case scheme and no trailing slash; a path is kept. libcurl finds the mistakes that
    /// this does not.
    ///
    /// - Parameter variable: where the URL comes from, for messages.
    static func checked(_ bytes: [UInt8], from variable: String) throws(InvalidVariable) -> String {
        func error(_ reason: String) -> InvalidVariable { InvalidVariable(variable: variable, reason: reason) }
        let url = URLText(bytes)
        // libcurl skips a third slash, and takes the path's first segment for the host.
        guard !url.rest.isEmpty, url.rest.first != UInt8(ascii: "/"),
            let scheme = ["https", "http"].first(where: url.scheme.equalsIgnoringCase),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw error("not a URL such as https://host/path") }
        guard !url.rest.contains(UInt8(ascii: "@")) else { throw error("user information is not allowed") }
        guard !url.rest.contains(where: "?#".utf8.contains) else { throw error("a query or a fragment is not allowed") }
        guard scheme == "https" || isLoopback(url.rest.prefix { $0 != UInt8(ascii: "/") }) else {
            throw error("http is allowed for loopback hosts only; use https")
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
