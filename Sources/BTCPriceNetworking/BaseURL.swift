public import BTCPriceCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An address that requests may be sent below: `https`, or `http` to a loopback host.
///
/// The grammar is strict and its own, so that nothing is left to be read in two ways: a host of letters, digits, `-` and
/// `.` or an IPv6 address in brackets, a port from 1 to 65535, and a path of `/`, unreserved characters and `%XX`.
public struct BaseURL: Equatable, Sendable {
    /// Without a slash at the end, and with its scheme in lower case.
    public let text: String

    /// The exchange's own address.
    public init(of exchange: any Exchange) {
        text = exchange.baseURL
    }

    /// Checks an address that the user gave; the message of the error is a clause. A path prefix is kept.
    public init(checking url: some Sequence<UInt8>) throws(UsageError) {
        let url = Array(url)
        guard url.allSatisfy({ (0x21...0x7E).contains($0) }), let scheme = Self.scheme(of: url) else {
            throw Self.notAURL
        }
        let rest = url[(scheme.utf8.count + "://".utf8.count)...]
        guard !rest.contains(UInt8(ascii: "@")) else { throw UsageError("user information has no place in it") }
        guard !rest.contains(UInt8(ascii: "?")), !rest.contains(UInt8(ascii: "#")) else {
            throw UsageError("a query or a fragment has no place in it")
        }
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        guard let (host, port) = Self.hostAndPort(authority), Self.isHost(host) else { throw Self.notAURL }
        if let port, !Self.isPort(port) { throw UsageError("its port is not one") }
        var path = rest[authority.endIndex...]
        guard Self.isPath(path) else { throw Self.notAURL }
        guard scheme == "https" || Self.isLoopback(host) else {
            throw UsageError("http is for loopback hosts only; use https")
        }
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        text = scheme + "://" + String(decoding: authority + path, as: UTF8.self)
    }

    /// Whether requests below it go to this machine without TLS: these never pass a proxy.
    static func isPlainLoopback(_ url: String) -> Bool {
        url.utf8.starts(with: "http://".utf8)
    }

    private static let notAURL = UsageError("it is not a URL")

    /// `https` or `http`, however it is spelled; nil for any other.
    private static func scheme(of url: [UInt8]) -> String? {
        ["https", "http"].first { scheme in
            url.prefix(scheme.utf8.count).elementsEqual(scheme.utf8) { $0 | 0x20 == $1 }
                && url.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
        }
    }

    /// What stands before and behind the colon; an IPv6 address keeps its brackets.
    private static func hostAndPort(
        _ authority: ArraySlice<UInt8>
    ) -> (host: ArraySlice<UInt8>, port: ArraySlice<UInt8>?)? {
        let isBracketed = authority.first == UInt8(ascii: "[")
        let host: ArraySlice<UInt8>
        if isBracketed {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = authority[...end]
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
        }
        let rest = authority[host.endIndex...]
        guard let colon = rest.first else { return (host, nil) }
        return colon == UInt8(ascii: ":") ? (host, rest.dropFirst()) : nil
    }

    private static func isHost(_ host: ArraySlice<UInt8>) -> Bool {
        guard host.first == UInt8(ascii: "[") else {
            return (1...253).contains(host.count) && host.contains { isAlphanumeric($0) }
                && host.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
        }
        var address = in6_addr()
        return inet_pton(AF_INET6, String(decoding: host.dropFirst().dropLast(), as: UTF8.self), &address) == 1
    }

    private static func isPort(_ port: ArraySlice<UInt8>) -> Bool {
        guard port.count <= 5, let number = Timestamp.number(port) else { return false }
        return (1...65_535).contains(number)
    }

    private static func isPath(_ path: ArraySlice<UInt8>) -> Bool {
        var rest = path
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(isHexadecimal) else { return false }
            } else if !isAlphanumeric(byte) && !"/-._~".utf8.contains(byte) {
                return false
            }
        }
        return true
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        DecimalDigits.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        DecimalDigits.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isLoopback(_ host: ArraySlice<UInt8>) -> Bool {
        let name = String(decoding: host.map { $0 | 0x20 }, as: UTF8.self)
        if name == "localhost" { return true }
        let text = String(decoding: host, as: UTF8.self)
        var (address, address6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &address) == 1 { return UInt32(bigEndian: address.s_addr) >> 24 == 127 }
        guard inet_pton(AF_INET6, String(text.dropFirst().dropLast()), &address6) == 1 else { return false }
        return withUnsafeBytes(of: address6) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
}
