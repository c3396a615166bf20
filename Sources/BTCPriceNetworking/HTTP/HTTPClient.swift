package import BTCPriceCore

package protocol HTTPClient: AnyObject, Sendable {
    /// Blocks until there is a response, complete if its status is a 2xx, or every attempt has failed. Follows no redirect.
    ///
    /// - Parameter transfer: receives timings and further notes, even if there is no response.
    func get(_ request: HTTPRequest, _ transfer: inout TransferDetails) throws(PriceLoadingError) -> HTTPResponse
}
