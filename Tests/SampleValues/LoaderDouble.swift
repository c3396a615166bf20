package import BTCPriceCore

/// A loader that does what a test says.
package final class LoaderDouble: PriceLoader {
    package let endpoint: Endpoint
    package let plannedRequest = RequestDetails(possibleCause: "https_proxy=127.0.0.1:3128")
    private let body: @Sendable () -> SourceResult

    package init(
        _ endpoint: Endpoint,
        body: @escaping @Sendable () -> SourceResult = { .failure(.invalidPrice) }
    ) {
        self.endpoint = endpoint
        self.body = body
    }

    package func load() -> SourceReport { SourceReport(endpoint, body()) }
}
