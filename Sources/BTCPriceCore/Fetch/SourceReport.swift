/// What one source did in one run.
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

/// How the request to a source went, in one or more attempts, whether it succeeded or not.
package struct TransferDetails: Equatable, Sendable {
    package struct Step: Equatable, Sendable {
        /// Such as `connect`.
        package let name: String
        /// When the step ended, counted from the start of the first attempt.
        package let end: Duration

        package init(name: String, end: Duration) {
            self.name = name
            self.end = end
        }
    }

    /// The steps that took place in the last attempt, in their order.
    package var steps: [Step] = []
    /// The time until the complete response, or the failure; zero if there was no attempt, or if it was abandoned.
    package var total = Duration.zero
    /// How much the source's clock is ahead of this machine's, negative if it is behind; zero if that is not certain.
    package var clockDifference = Duration.zero
    /// What differs from the default, such as another address of the source.
    package var notes: [String]
    /// What may be the cause if there is no response, such as a proxy; nil if nothing lies between this machine and the source as
    /// far as this program knows.
    package let suspect: String?

    package init(notes: [String] = [], suspect: String? = nil) {
        self.notes = notes
        self.suspect = suspect
    }
}
