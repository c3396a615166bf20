import BTCPriceCore

/// The parts of a URL, as bytes that need not be a valid URL.
package struct URLText {
    /// What precedes `://`; empty if there is none.
    package let scheme: ArraySlice<UInt8>
    /// What follows `://`; the complete text if it has no scheme.
    package let rest: ArraySlice<UInt8>

    package init(_ text: [UInt8]) {
        let name = text.prefix { $0 != UInt8(ascii: ":") }
        let end = text[name.endIndex...]
        let hasScheme = end.starts(with: "://".utf8)
        scheme = hasScheme ? name : []
        rest = hasScheme ? end.dropFirst(3) : text[...]
    }

    /// `host` of `host:80`.
    package static func withoutPort(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")),
            authority[(colon + 1)...].allSatisfy({ $0.isDigit })
        else { return authority }
        return authority[..<colon]
    }
}
