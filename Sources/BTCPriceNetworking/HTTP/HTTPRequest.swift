import BTCPriceCore

package struct HTTPRequest: Equatable, Sendable {
    /// Its scheme is `https` or `http`.
    let url: String
    /// Lines such as `Authorization: Apikey KEY`, without control characters.
    var headers: [String] = []
    /// The environment variable that sets the base URL, such as `BTCQ_BINANCE_URL`; for messages.
    let urlVariable: String
    /// The proxy variable that is set, which libcurl reads itself. Nil for `http`, or if none is set.
    var proxy: ProxyVariable?
    /// For the fallback: a problem with IPv6 must not stop both.
    var prefersIPv4 = false
    /// Whether the body of a response with status 429 or 418 is needed: it may say when the rate limit ends.
    var readsBodyOfRateLimit = false

    /// The host of the URL.
    var host: ArraySlice<UInt8> { URLText.withoutPort(authority) }

    /// The port of the URL; 443 if it has none, since this is used for `https` only.
    var port: Int64? {
        let port = authority.dropFirst(host.count + 1)
        return port.isEmpty ? 443 : port.decimalInteger
    }

    private var authority: ArraySlice<UInt8> { URLText(Array(url.utf8)).rest.prefix { $0 != UInt8(ascii: "/") } }

    /// Whether the scheme is `http`, which `BaseURL` allows for loopback hosts only. Such a request must not go through
    /// a proxy.
    var isPlainLoopback: Bool { url.utf8.starts(with: "http://".utf8) }
}
