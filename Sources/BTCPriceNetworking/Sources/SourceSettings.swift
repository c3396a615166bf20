package import BTCPriceCore
import Platform

/// Where a source is asked, and with which key.
package struct SourceSettings: Sendable {
    /// The source at this base URL.
    package let id: SourceID
    package let baseURL: String
    package let key: String?

    /// - Parameter baseURL: as `BaseURL.checked` returns it; nil: the exchange's default.
    package init(of exchange: any Exchange, baseURL: String? = nil, key: String? = nil) {
        self.baseURL = baseURL ?? exchange.baseURL
        self.key = key
        id = SourceID(name: exchange.source.name, addressHash: "\(self.baseURL.utf8.fnv1a)")
    }
}
