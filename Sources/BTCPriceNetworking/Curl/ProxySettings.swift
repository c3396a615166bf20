/// The proxy that libcurl takes for HTTPS from the environment: for messages, libcurl reads the same variables itself.
struct ProxySettings: Sendable {
    private let proxy: Proxy?
    private let exceptions: [[UInt8]]

    init(environment: (String) -> [UInt8]?) {
        func first(of names: [String]) -> [UInt8]? {
            names.lazy.compactMap(environment).first { !$0.isEmpty }
        }
        proxy = first(of: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]).map(Proxy.init)
        exceptions = (first(of: ["no_proxy", "NO_PROXY"]) ?? []).split { ", \t".utf8.contains($0) }.map(Self.compared)
    }

    /// The proxy on the way to a URL; nil where there is none.
    func proxy(for url: String) -> Proxy? {
        guard !BaseURL.isPlainLoopback(url), exceptions != [Array("*".utf8)] else { return nil }
        let authority = url.utf8.dropFirst("https://".utf8.count).prefix { $0 != UInt8(ascii: "/") }
        let isBracketed = authority.first == UInt8(ascii: "[")
        let host = Self.compared(
            isBracketed
                ? authority.dropFirst().prefix { $0 != UInt8(ascii: "]") }
                : authority.prefix { $0 != UInt8(ascii: ":") })
        return exceptions.contains { Self.isException($0, host) } ? nil : proxy
    }

    /// A name as names are compared: in lower case, without a dot at either end.
    private static func compared(_ name: some Sequence<UInt8>) -> [UInt8] {
        var name = name.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 + 0x20 : $0 }
        if name.first == UInt8(ascii: ".") { name.removeFirst() }
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        return name
    }

    private static func isException(_ exception: [UInt8], _ host: [UInt8]) -> Bool {
        if exception == host { return true }
        return host.count > exception.count && host.suffix(exception.count).elementsEqual(exception)
            && host[host.count - exception.count - 1] == UInt8(ascii: ".")
    }
}

/// A proxy as messages name it: never with the user's name or password.
struct Proxy: Equatable, Sendable {
    /// `127.0.0.1:3128`, with its scheme in front unless that is http.
    let address: String
    /// Whether it shows a certificate of its own.
    let speaksTLS: Bool

    init(_ url: [UInt8]) {
        let name = url.prefix { !":/@".utf8.contains($0) }
        let separator = "://".utf8
        let hasScheme = url[name.endIndex...].starts(with: separator)
        let scheme = hasScheme ? String(decoding: name, as: UTF8.self) + "://" : ""
        speaksTLS = hasScheme && name.elementsEqual("https".utf8) { $0 | 0x20 == $1 }
        let rest = hasScheme ? url[(name.endIndex + separator.count)...] : url[...]
        let host = rest.lastIndex(of: UInt8(ascii: "@")).map { rest[($0 + 1)...] } ?? rest
        let shown = String(decoding: host.prefix { $0 != UInt8(ascii: "/") }.prefix(100), as: UTF8.self)
        address = (scheme == "http://" ? "" : scheme) + shown
    }

    var route: [String] { ["via proxy \(address)"] }
}
