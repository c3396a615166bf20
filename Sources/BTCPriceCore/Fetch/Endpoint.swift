/// Where a source is asked. A mirror has a rate limit of its own.
package struct Endpoint: Equatable, Sendable {
    package let sourceName: String
    /// A hash of its address, which may be of any length.
    package let baseURLHash: String

    package init(sourceName: String, baseURLHash: String) {
        self.sourceName = sourceName
        self.baseURLHash = baseURLHash
    }

    /// `[a-z0-9]{1,32}`
    package static func isIdentifier(_ bytes: some Collection<UInt8>) -> Bool {
        (1...32).contains(bytes.count) && bytes.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains)
    }
}
