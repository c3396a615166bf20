/// Asks one source for the price, with one request.
package protocol PriceLoader: AnyObject, Sendable {
    var endpoint: Endpoint { get }

    /// What is known of the request before it is made.
    var plannedRequest: RequestDetails { get }

    /// Blocks until there is a result. An error is part of the report.
    func load() -> SourceReport
}
