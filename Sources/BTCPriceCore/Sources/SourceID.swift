/// The name of a source and a hash of the address at which it is asked. A rate limit holds for one address: a mirror has its own.
package struct SourceID: Hashable, Sendable {
    package let name: String
    /// A hash of the address, in lower-case letters and digits.
    package let addressHash: String

    package init(name: String, addressHash: String) {
        self.name = name
        self.addressHash = addressHash
    }

    /// Whether bytes of a file can be a name or an address hash: `[a-z0-9]{1,32}`. Then no output format has to escape them.
    package static func isIdentifier(_ bytes: [UInt8]) -> Bool {
        (1...32).contains(bytes.count) && bytes.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains)
    }
}
