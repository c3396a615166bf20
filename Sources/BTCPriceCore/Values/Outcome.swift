/// The result of one run: what to print and what to report.
package struct Outcome: Equatable, Sendable {
    /// Why the quote is not a live one.
    package enum Reason: Equatable, Sendable {
        /// A fresh quote was cached.
        case freshEnough
        case offline
        case background(RefreshStart)
        /// No source returned a quote.
        case failed
        /// Another run held the fetch lock until then.
        case lockTimedOut(after: Duration)
    }

    /// A problem with the cache; it never makes a run fail.
    package enum CacheError: Equatable, Sendable {
        case unreadable(PriceStoreError)
        case notWritten(PriceStoreError)
    }

    /// A blocked source that is asked second for a while.
    package struct Postponed: Equatable, Sendable {
        /// The registry name.
        package let source: String
        package let remaining: Duration
    }

    package var quote: DeliveredQuote?
    /// Nil for a live quote.
    package var reason: Reason?
    /// The report of each source, skipped ones included, in the user's order.
    package var reports: [SourceReport] = []
    package var postponed: [Postponed] = []
    /// Whether `--max-stale 0` excluded every cached quote.
    package var staleIsUnwanted = false
    /// The age of a cached quote that is too old to be printed.
    package var tooOld: Age?
    package var cacheErrors: [CacheError] = []

    package init(_ quote: DeliveredQuote? = nil, reason: Reason? = nil) {
        self.quote = quote
        self.reason = reason
    }
}

/// The result of starting a background refresh.
package enum RefreshStart: Equatable, Sendable {
    case started
    case alreadyRunning
    /// Every source is to be skipped.
    case skipped
    /// The reason is a clause for the user.
    case failed(String)
}
