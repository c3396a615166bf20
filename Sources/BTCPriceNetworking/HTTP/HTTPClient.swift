package import BTCPriceCore

package protocol HTTPClient: AnyObject, Sendable {
    /// Makes a GET request, and blocks until the response has come or every attempt has failed. A response with a 2xx
    /// status is complete. Redirects are not followed.
    ///
    /// - Parameter details: receives timings and further notes, even without a response, if an attempt was made.
    func get(_ request: HTTPRequest, _ details: inout RequestDetails) throws(PriceLoadingError) -> HTTPResponse
}
