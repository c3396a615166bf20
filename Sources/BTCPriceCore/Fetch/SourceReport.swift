/// What one source did in one run.
package struct SourceReport: Equatable, Sendable {
    package let source: SourceID
    package let result: Result<PriceQuote, PriceLoadingError>
    package let transfer: TransferDetails

    package init(
        source: SourceID, result: Result<PriceQuote, PriceLoadingError>, transfer: TransferDetails = TransferDetails()
    ) {
        self.source = source
        self.result = result
        self.transfer = transfer
    }

    package init(source: SourceID, _ error: PriceLoadingError) {
        self.init(source: source, result: .failure(error))
    }

    package var error: PriceLoadingError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// Whether the source is blocked, or possibly blocked.
    var mayBeBlocked: Bool {
        if case .blocked? = error { true } else { false }
    }

    /// Whether the source was asked and has reported a rate limit. False if it was skipped, because of an earlier rate limit.
    var isNewRateLimit: Bool {
        if case .rateLimited? = error { true } else { false }
    }
}
