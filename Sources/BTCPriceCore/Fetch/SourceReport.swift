/// What became of one source in one run.
package struct SourceReport: Equatable, Sendable {
    package let endpoint: Endpoint
    package let result: Result<PriceQuote, PriceLoadingError>
    package let transfer: TransferDetails

    package init(
        _ endpoint: Endpoint, _ result: Result<PriceQuote, PriceLoadingError>,
        _ transfer: TransferDetails = TransferDetails()
    ) {
        self.endpoint = endpoint
        self.result = result
        self.transfer = transfer
    }

    package var quote: PriceQuote? { try? result.get() }

    package var error: PriceLoadingError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
