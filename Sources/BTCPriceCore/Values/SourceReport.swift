/// What one source did in one run.
package struct SourceReport: Equatable, Sendable {
    /// The registry name.
    package let source: String
    package let result: Result<PriceQuote, PriceLoadingError>
    package let transfer: TransferDetails

    package init(
        source: String, result: Result<PriceQuote, PriceLoadingError>, transfer: TransferDetails = TransferDetails()
    ) {
        self.source = source
        self.result = result
        self.transfer = transfer
    }

    package init(source: String, _ error: PriceLoadingError) {
        self.init(source: source, result: .failure(error))
    }

    package var quote: PriceQuote? { try? result.get() }

    package var error: PriceLoadingError? {
        if case .failure(let error) = result { error } else { nil }
    }
}
