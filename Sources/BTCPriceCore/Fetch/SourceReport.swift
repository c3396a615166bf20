/// What became of one source in one run.
package struct SourceReport: Equatable, Sendable {
    package let endpoint: Endpoint
    package let result: SourceResult
    package let details: RequestDetails

    package init(_ endpoint: Endpoint, _ result: SourceResult, _ details: RequestDetails = RequestDetails()) {
        self.endpoint = endpoint
        self.result = result
        self.details = details
    }

    /// Doubtful or not.
    package var quote: PriceQuote? {
        switch result {
        case .quote(let quote, _), .doubtful(let quote, _, _): quote
        case .failure: nil
        }
    }

    /// Nil if the quote is not doubtful, or if there is none.
    package var doubt: Doubt? {
        if case .doubtful(_, let doubt, _) = result { doubt } else { nil }
    }

    package var error: PriceLoadingError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// What the response says of an earlier price.
    package var earlierPrice: EarlierPrice? {
        switch result {
        case .quote(_, let earlierPrice), .doubtful(_, _, let earlierPrice): earlierPrice
        case .failure: nil
        }
    }
}
