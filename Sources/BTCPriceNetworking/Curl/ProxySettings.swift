/// The proxy that libcurl takes for HTTPS from the environment: for messages, libcurl reads the same variables itself.
struct ProxySettings: Sendable {
    private let proxy: Proxy?
    private let exceptions: [[UInt8]]

    init(environment: (String) -> [UInt8]?) {
        func first(of names: [String]) -> [UInt8]? {
            names.lazy.compactMap(environment).first { !$0.isEmpty }
        }
        proxy = first(of: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]).map(Proxy.init)
        exceptions = (first(of: ["no_proxy", "NO_PROXY"]) ?? []).split { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: " ")
        }.map { Array($0.drop { $0 == UInt8(ascii: ".") }) }
    }

    /// The proxy on the way to a URL; nil where there is none.
    func proxy(for url: String) -> Proxy? {
        guard !BaseURL.isPlainLoopback(url) else { return nil }
        let host = Array(
            url.utf8.dropFirst("https://".utf8.count).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") })
        return exceptions.contains { Self.isException($0, host) } ? nil : proxy
    }

    private static func isException(_ exception: [UInt8], _ host: [UInt8]) -> Bool {
        if exception.elementsEqual("*".utf8) || exception == host { return true }
        return host.count > exception.count && host.suffix(exception.count).elementsEqual(exception)
            && host[host.count - exception.count - 1] == UInt8(ascii: ".")
    }
}

/// A proxy as messages name it: never with the user's name or password.
struct Proxy: Equatable, Sendable {
    /// `127.0.0.1:3128`, with its scheme in front unless that is http.
    let address: String

    init(_ url: [UInt8]) {
        let text = String(decoding: url, as: UTF8.self)
        let separator = Array("://".utf8)
        let start = url.indices.first { url[$0...].starts(with: separator) }
        let scheme = start.map { String(decoding: url[..<$0], as: UTF8.self) + "://" } ?? ""
        let rest = url[(start.map { $0 + separator.count } ?? 0)...]
        let host = rest.lastIndex(of: UInt8(ascii: "@")).map { rest[($0 + 1)...] } ?? rest
        let name = String(decoding: host.prefix { $0 != UInt8(ascii: "/") }.prefix(100), as: UTF8.self)
        address = (scheme == "http://" || text.isEmpty ? "" : scheme) + name
    }

    var route: [String] { ["via proxy \(address)"] }
}
