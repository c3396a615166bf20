import BTCPriceCore
import BTCPriceNetworking
import Platform

/// The environment variable that sets a proxy for HTTPS. It is for messages only: libcurl reads the same variables
/// itself.
package struct ProxyVariable: Equatable, Sendable {
    /// The first one of these that is set decides.
    private static let proxyNames = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    /// All variables that decide which proxy is used for HTTPS.
    package static let names = proxyNames + ["no_proxy", "NO_PROXY"]

    /// Whether the connection to the proxy uses TLS.
    let usesTLS: Bool
    /// `https_proxy=127.0.0.1:3128`. User information is never part of it; nil if no host can be found for certain.
    let text: String?

    /// Nil if no such variable is set.
    init?(_ environment: Environment) {
        guard let name = Self.proxyNames.first(where: { environment.value($0) != nil }),
            let value = environment.value(name)
        else { return nil }
        let url = URLText(value)
        usesTLS = url.scheme.equalsIgnoringCase("https")
        let authority = url.rest.prefix { !"/?#".utf8.contains($0) }
        // In `user:pa/ss@host`, what precedes the slash may be part of a password.
        let isAmbiguous = url.rest[authority.endIndex...].contains(UInt8(ascii: "@"))
        let address = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        let isClear = !isAmbiguous && Self.isHost(URLText.withoutPort(address))
        text = isClear ? "\(name)=\(String(decoding: address, as: UTF8.self))" : nil
    }

    /// `[A-Za-z0-9.-]+`, or an IPv6 address in brackets.
    private static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
        let isBracketed = text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]")
        let host = isBracketed ? text.dropFirst().dropLast() : text
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let others = (isBracketed ? ":." : "-.").utf8
        return !host.isEmpty && host.allSatisfy { $0.isDigit || letters.contains($0 | 0x20) || others.contains($0) }
    }
}
