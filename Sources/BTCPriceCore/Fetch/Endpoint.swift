/// Where a source is asked. A mirror of it has a rate limit of its own.
package struct Endpoint: Equatable, Sendable {
    package let sourceName: String
    /// Tells the source's endpoints apart. Core does not know what it means.
    package let key: String

    package init(sourceName: String, key: String) {
        self.sourceName = sourceName
        self.key = key
    }

    /// `[a-z0-9]{1,32}`, as both parts are.
    package static func isIdentifier(_ bytes: some Collection<UInt8>) -> Bool {
        (1...32).contains(bytes.count) && bytes.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789".utf8.contains)
    }
}
