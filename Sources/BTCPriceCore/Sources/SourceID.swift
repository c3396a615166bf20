/// A source at one address: a mirror has rate limits of its own.
package struct SourceID: Hashable, Sendable {
    package let name: String
    /// A hash of the address, in decimal digits.
    package let addressHash: String

    package init(name: String, addressHash: String) {
        self.name = name
        self.addressHash = addressHash
    }

    /// Whether these bytes can be the name of a source or a hash: `[a-z0-9]{1,32}`.
    package static func isIdentifier(_ bytes: [UInt8]) -> Bool {
        (1...32).contains(bytes.count) && bytes.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains)
    }
}
