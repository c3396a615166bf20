import BTCPriceCore
import BTCPriceNetworking
package import Platform

/// The environment variable that sets a proxy for HTTPS. It is not passed to libcurl, which reads the same variables itself, but
/// used for messages, and where a proxy changes a time limit or a retry.
package struct ProxyVariable: Equatable, Sendable {
    /// In the order in which libcurl reads them: the first one that is set decides.
    private static let proxyNames = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    private static let exceptionNames = ["no_proxy", "NO_PROXY"]
    /// All variables that decide which proxy is used for HTTPS.
    package static let names = proxyNames + exceptionNames

    let name: String
    /// Whether the connection to the proxy uses TLS.
    let usesTLS: Bool
    /// Such as `https_proxy=127.0.0.1:3128`, or `https_proxy is set` if no host can be found for certain, in both cases followed
    /// by `, no_proxy is set` if there are exceptions. User information is never part of the text.
    package let text: String

    /// Nil if none of `proxyNames` is set.
    package init?(_ environment: Environment) {
        guard let name = Self.proxyNames.first(where: environment.isSet),
            let value = environment.value(name)
        else { return nil }
        self.name = name
        let url = URLText(value)
        usesTLS = url.scheme.equalsIgnoringCase("https")
        let authority = url.rest.prefix { !"/?#".utf8.contains($0) }
        // In `user:pa/ss@host`, what precedes the slash may be part of a password.
        let isAmbiguous = url.rest[authority.endIndex...].contains(UInt8(ascii: "@"))
        let address = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        let isClear = !isAmbiguous && Self.isHost(URLText.withoutPort(address))
        let exceptions = Self.exceptionNames.first(where: environment.isSet).map { ", \($0) is set" } ?? ""
        text = (isClear ? "\(name)=\(TerminalText.limited(address))" : "\(name) is set") + exceptions
    }

    /// Whether the text is `[A-Za-z0-9.-]+`, or hexadecimal digits, colons and dots in brackets, as of an IPv6 address.
    private static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
        let isBracketed = text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]")
        let host = isBracketed ? text.dropFirst().dropLast() : text
        let letters = UInt8(ascii: "a")...UInt8(ascii: isBracketed ? "f" : "z")
        let others = (isBracketed ? ":." : "-.").utf8
        return !host.isEmpty && host.allSatisfy { $0.isDigit || letters.contains($0 | 0x20) || others.contains($0) }
    }
}
