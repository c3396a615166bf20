#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An address that requests may be sent below: `https`, or `http` to a loopback host.
public struct BaseURL: Equatable, Sendable {
    /// Why a text is not such an address, in words for the user.
    public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// One clause.
        public let description: String
    }

    /// Without a slash at the end, and with its scheme in lower case.
    public let text: String

    /// The exchange's own address.
    public init(of exchange: Exchange) {
        text = exchange.baseURL
    }

    /// Checks an address that the user gave. A path prefix is kept.
    public init(checking text: String) throws(Problem) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#"\"<>^`{|}"#.utf8.contains($0) }),
            let parts = URLComponents(string: text, encodingInvalidCharacters: false),
            let scheme = parts.scheme?.lowercased(), let host = parts.host, !host.isEmpty
        else { throw Problem(description: "it is not a URL") }
        guard parts.user == nil, parts.password == nil, !text.contains("@") else {
            throw Problem(description: "user information has no place in it")
        }
        guard parts.query == nil, parts.fragment == nil, !text.contains("?"), !text.contains("#") else {
            throw Problem(description: "a query or a fragment has no place in it")
        }
        guard parts.port.map({ (1...65_535).contains($0) }) ?? true else {
            throw Problem(description: "its port is not one")
        }
        switch scheme {
        case "https": break
        case "http" where Self.isLoopback(host): break
        case "http": throw Problem(description: "http is for loopback hosts only; use https")
        default: throw Problem(description: "it must be an https URL")
        }
        var text = scheme + text.dropFirst(scheme.utf8.count)
        while text.utf8.last == UInt8(ascii: "/") { text.removeLast() }
        self.text = text
    }

    /// Whether requests below it go to this machine without TLS: these never pass a proxy.
    static func isPlainLoopback(_ url: String) -> Bool {
        url.utf8.starts(with: "http://".utf8)
    }

    private static func isLoopback(_ host: String) -> Bool {
        var address = in_addr()
        if inet_pton(AF_INET, host, &address) == 1 { return UInt32(bigEndian: address.s_addr) >> 24 == 127 }
        return ["localhost", "[::1]", "::1"].contains(host.lowercased())
    }
}
