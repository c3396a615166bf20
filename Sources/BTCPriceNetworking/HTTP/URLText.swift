import BTCPriceCore

/// The parts of a URL, valid or not.
struct URLText {
    /// What comes before `://`; empty if the first colon does not begin one.
    let scheme: ArraySlice<UInt8>
    /// What comes after that `://`; everything if the first colon does not begin one.
    let rest: ArraySlice<UInt8>

    init(_ text: [UInt8]) {
        let name = text.prefix { $0 != UInt8(ascii: ":") }
        let end = text[name.endIndex...]
        let hasScheme = end.starts(with: "://".utf8)
        scheme = hasScheme ? name : []
        rest = hasScheme ? end.dropFirst(3) : text[...]
    }

    /// `host` of `host:80`.
    static func withoutPort(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let colon = authority.lastIndex(of: UInt8(ascii: ":")),
            authority[(colon + 1)...].allSatisfy({ $0.isDigit })
        else { return authority }
        return authority[..<colon]
    }
}
