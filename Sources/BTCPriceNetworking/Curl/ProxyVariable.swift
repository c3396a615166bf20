import BTCPriceCore
import System

/// The environment variable that sets a proxy for HTTPS. It is for messages only: libcurl reads the same variables itself.
struct ProxyVariable: Equatable, Sendable {
    /// Whether the connection to the proxy uses TLS.
    let usesTLS: Bool
    /// `https_proxy=127.0.0.1:3128`. User information is never part of it; nil if no host
    /// can be found for certain.
    let text: String?

    /// Nil if no such variable is set.
    init?(_ environment: Environment) {
        let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        guard let name = names.first(where: { environment.value($0) != nil }), let value = environment.value(name)
        else {
            return nil
        }
        let scheme = value.prefix { !":/@".utf8.contains($0) }
        let separator = "://".utf8
        let hasScheme = value[scheme.endIndex...].starts(with: separator)
        usesTLS = hasScheme && scheme.equalsIgnoringCase("https")
        let rest = hasScheme ? value[(scheme.endIndex + separator.count)...] : value[...]
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        // In `user:pa/ss@host`, what precedes the slash may be part of a password.
        let isAmbiguous = rest[authority.endIndex...].contains(UInt8(ascii: "@"))
        text = !isAmbiguous && Self.isHostAndPort(host) ? "\(name)=\(String(decoding: host, as: UTF8.self))" : nil
    }

    /// `[A-Za-z0-9.-]+(:[0-9]+)?`, or the same with an IPv6 address in brackets.
    private static func isHostAndPort(_ text: ArraySlice<UInt8>) -> Bool {
        let isBracketed = text.first == UInt8(ascii: "[")
        let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        guard let end = isBracketed ? text.firstIndex(of: UInt8(ascii: "]")).map({ $0 + 1 }) : colon else {
            return false
        }
        let (host, port) = (text[..<end], text[end...])
        let allowed = isBracketed ? "[]:." : "-."
        return (1...255).contains(host.count)
            && host.allSatisfy { $0.isDigit || isLetter($0) || allowed.utf8.contains($0) }
            && (port.isEmpty
                || port.first == UInt8(ascii: ":") && port.count > 1 && port.dropFirst().allSatisfy(\.isDigit))
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
