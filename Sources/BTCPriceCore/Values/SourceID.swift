/// A source of a run, as rate limits distinguish it: a mirror is not the exchange itself.
package struct SourceID: Hashable, Sendable {
    /// The registry name.
    package let name: String
    /// Of the base URL: decimal digits, where the URL may have any length.
    package let urlHash: String

    package init(name: String, urlHash: String) {
        self.name = name
        self.urlHash = urlHash
    }

    package init(name: String, baseURL: String) {
        self.init(name: name, urlHash: "\(baseURL.utf8.fnv1a)")
    }
}
