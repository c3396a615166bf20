import BTCPriceCore
import Platform

/// The proxy for HTTPS, as far as messages, time limits and retries need to know it. libcurl reads the variables
/// itself.
package struct ProxyVariable: Equatable, Sendable {
    /// In libcurl's order: the first one that is set decides.
    private static let proxyNames = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    private static let exceptionNames = ["no_proxy", "NO_PROXY"]
    /// All that decide which proxy is used for HTTPS.
    package static let names = proxyNames + exceptionNames

    let name: String
    /// Whether the connection to the proxy itself uses TLS.
    let usesTLS: Bool
    /// Whether some hosts may be asked without it, since `no_proxy` or `NO_PROXY` is set.
    let hasExceptions: Bool
    /// For messages: `https_proxy=127.0.0.1:3128`, or only `https_proxy is set` if the value has no clear host. If
    /// there are exceptions, `, no_proxy is set` follows. Contains no user name and no password.
    let text: String

    /// Nil if no proxy is set.
    init?(_ environment: Environment) {
        guard let name = Self.proxyNames.first(where: environment.isSet),
            let value = environment.value(name)
        else { return nil }
        self.name = name
        let url = URLText(value)
        usesTLS = url.scheme.equalsIgnoringCase("https")
        let authority = url.rest.prefix { !"/?#".utf8.contains($0) }
        // In `user:pa/ss@host`, the slash may be part of a password.
        let isAmbiguous = url.rest[authority.endIndex...].contains(UInt8(ascii: "@"))
        let address = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        let isClear = !isAmbiguous && Self.isHost(URLText.withoutPort(address))
        let exceptions = Self.exceptionNames.first(where: environment.isSet)
        hasExceptions = exceptions != nil
        text =
            (isClear ? "\(name)=\(TerminalText.limited(address))" : "\(name) is set")
            + (exceptions.map { ", \($0) is set" } ?? "")
    }

    /// `[A-Za-z0-9.-]+`, or in brackets hexadecimal digits, colons and dots.
    private static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
        let isBracketed = text.first == UInt8(ascii: "[") && text.last == UInt8(ascii: "]")
        let host = isBracketed ? text.dropFirst().dropLast() : text
        let letters = UInt8(ascii: "a")...UInt8(ascii: isBracketed ? "f" : "z")
        let others = (isBracketed ? ":." : "-.").utf8
        return !host.isEmpty && host.allSatisfy { $0.isDigit || letters.contains($0 | 0x20) || others.contains($0) }
    }
}
