/// A source of a run, as the back-off distinguishes it: a mirror is not the exchange itself.
package struct SourceID: Hashable, Sendable {
    /// The registry name.
    package let name: String
    /// Of the base URL: decimal digits, where the URL may have any length.
    package let urlHash: String

    package init(name: String, urlHash: String) {
        self.name = name
        self.urlHash = urlHash
    }

    /// Hashes the URL with FNV-1a, 64 bits.
    package init(name: String, baseURL: String) {
        let hash = baseURL.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        self.init(name: name, urlHash: "\(hash)")
    }
}
