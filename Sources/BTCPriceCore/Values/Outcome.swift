/// How a run ended.
package enum Outcome: Equatable, Sendable {
    case live(PriceQuote)
    /// A cached quote that is younger than `--max-age`, or that another run has fetched since this one began.
    case fresh(PriceQuote, Age)
    case stale(PriceQuote, Age, because: NoLiveQuote)
    case noQuote(because: NoLiveQuote, NoCachedQuote)
}

/// Why there is neither a live quote nor a fresh one.
package enum NoLiveQuote: Equatable, Sendable {
    case offline
    /// No source returned a quote. Each source that was asked or skipped has a report, in the user's order.
    case failed([SourceReport])
    case background(RefreshStart)
}

/// Why there is no cached quote to print either.
package enum NoCachedQuote: Equatable, Sendable {
    case noneStored
    /// The newest one is older than `--max-stale` allows.
    case tooOld(Age)
    /// `--max-stale 0`
    case notAllowed
}

/// What became of the background refresh.
package enum RefreshStart: Equatable, Sendable {
    /// By this run or, at the same moment, by another one.
    case started
    /// The last one, which was started that long ago, has stored no quote yet, so none was started.
    case notDue(Age)
    /// Every source is rate-limited; the reports say for how long.
    case rateLimited([SourceReport])
    /// The time of its start cannot be stored. It was not started, since its quote could not be stored either.
    case notStored(StoreError)
    /// The process could not be started; the code is an error number of the system.
    case notStarted(code: Int32)
}

/// What a run reports besides its outcome; nothing of it makes a run fail.
package struct Diagnostics: Equatable, Sendable {
    /// The report of each source that was asked or skipped, in the user's order. Empty with `--background`.
    package var reports: [SourceReport] = []
    /// Why the cache could not be read, or is disabled.
    package var cacheError: StoreError?
    /// Why the quote could not be stored.
    package var storeError: StoreError?
    /// Why a rate limit could not be stored.
    package var rateLimitError: StoreError?

    package init() {}
}

extension Outcome {
    /// Nil if there is a live or a fresh quote.
    package var reason: NoLiveQuote? {
        switch self {
        case .live, .fresh: nil
        case .stale(_, _, let reason), .noQuote(let reason, _): reason
        }
    }

    /// The quote to print, as the formatters take it.
    package var delivered: DeliveredQuote? {
        switch self {
        case .live(let quote): DeliveredQuote(quote: quote, isCached: false, isStale: false, age: Age(.zero))
        case .fresh(let quote, let age): DeliveredQuote(quote: quote, isCached: true, isStale: false, age: age)
        case .stale(let quote, let age, _): DeliveredQuote(quote: quote, isCached: true, isStale: true, age: age)
        case .noQuote: nil
        }
    }
}
