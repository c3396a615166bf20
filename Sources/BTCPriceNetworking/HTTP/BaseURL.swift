import BTCPriceCore
import System

/// The URL that request targets are appended to: `https`, or `http` to a loopback host.
struct BaseURL: Equatable, Sendable {
    /// With a lower-case scheme and without a trailing slash.
    let text: String

    init(of exchange: any Exchange) {
        text = exchange.baseURL
    }

    /// Checks what `BaseURLError` lists; other mistakes are left to libcurl. A path prefix is kept.
    init(checking url: [UInt8]) throws(BaseURLError) {
        let separator = "://".utf8
        let scheme = url.prefix { $0 != UInt8(ascii: ":") }
        var rest = url.dropFirst(scheme.count)
        guard let name = ["https", "http"].first(where: scheme.equalsIgnoringCase), rest.starts(with: separator),
            url.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .notAURL }
        rest = rest.dropFirst(separator.count)
        // libcurl skips a third slash, and would take the path's first segment for the host.
        guard !rest.isEmpty, rest.first != UInt8(ascii: "/") else { throw .notAURL }
        guard !rest.contains(UInt8(ascii: "@")) else { throw .userInformation }
        guard !rest.contains(UInt8(ascii: "?")), !rest.contains(UInt8(ascii: "#")) else { throw .queryOrFragment }
        guard name == "https" || Self.isLoopback(rest.prefix { $0 != UInt8(ascii: "/") }) else {
            throw .httpToRemoteHost
        }
        while rest.last == UInt8(ascii: "/") { rest.removeLast() }
        text = name + "://" + String(decoding: rest, as: UTF8.self)
    }

    /// Whether a request to `url` stays on this machine without TLS: `http` is allowed for loopback hosts only. Such a request
    /// must not go through a proxy.
    static func isPlainLoopback(_ url: String) -> Bool {
        url.utf8.starts(with: "http://".utf8)
    }

    /// Whether `authority` is `localhost`, 127.0.0.0/8 or `[::1]`, with or without a port.
    private static func isLoopback(_ authority: ArraySlice<UInt8>) -> Bool {
        let isBracketed = authority.first == UInt8(ascii: "[")
        let colon = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        guard let end = isBracketed ? authority.firstIndex(of: UInt8(ascii: "]")) : colon else { return false }
        let host = authority[..<end].dropFirst(isBracketed ? 1 : 0)
        let port = authority[end...].dropFirst(isBracketed ? 1 : 0)
        guard port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDigit) else {
            return false
        }
        let text = String(decoding: host, as: UTF8.self)
        if isBracketed {
            var address = in6_addr()
            return inet_pton(AF_INET6, text, &address) == 1
                && withUnsafeBytes(of: address) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
        }
        var address = in_addr()
        if inet_pton(AF_INET, text, &address) == 1 { return UInt32(bigEndian: address.s_addr) >> 24 == 127 }
        return host.equalsIgnoringCase("localhost")
    }
}

package enum BaseURLError: Error, Equatable {
    /// `notAURL`: it does not begin with `https://` or `http://` and a host, or contains a space, a control character or a
    /// character that is not ASCII.
    case notAURL, userInformation, queryOrFragment, httpToRemoteHost
}
