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

    package var error: PriceLoadingError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// Another source may then be a way out.
    var mayBeBlocked: Bool {
        if case .blocked? = error { true } else { false }
    }

    /// Whether the source was asked and answered with a rate limit, which has to be stored; false for one that was skipped.
    var isNewRateLimit: Bool {
        if case .rateLimited? = error { true } else { false }
    }
}

/// What is known of a request before it is made, and then how it went, in one or more attempts.
package struct TransferDetails: Equatable, Sendable {
    package struct Step: Equatable, Sendable {
        /// Such as `connect`.
        package let name: String
        /// Counted from the start of the first attempt.
        package let end: Duration

        package init(name: String, end: Duration) {
            self.name = name
            self.end = end
        }
    }

    /// The steps of the last attempt.
    package var steps: [Step] = []
    /// From the start of the first attempt to the complete response or the failure; zero if there was no attempt, or the last
    /// one was abandoned.
    package var total = Duration.zero
    /// How far the source's clock is at least ahead of this machine's, or behind if negative; zero if unsure.
    package var clockDifference = Duration.zero
    /// What differs from the default, such as another address.
    package var notes: [String]
    /// What may be to blame if there is no response, such as a proxy.
    package let suspect: String?

    package init(notes: [String] = [], suspect: String? = nil) {
        self.notes = notes
        self.suspect = suspect
    }
}
