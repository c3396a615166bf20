/// What became of one source in one run.
package struct SourceReport: Equatable, Sendable {
    package let endpoint: Endpoint
    package let result: Result<PriceQuote, PriceLoadingError>
    package let details: RequestDetails

    package init(
        _ endpoint: Endpoint, _ result: Result<PriceQuote, PriceLoadingError>,
        _ details: RequestDetails = RequestDetails()
    ) {
        self.endpoint = endpoint
        self.result = result
        self.details = details
    }

    package var quote: PriceQuote? { try? result.get() }

    package var error: PriceLoadingError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
