/// The result of a run.
package struct Outcome: Equatable, Sendable {
    package let ending: Ending
    package let diagnostics: Diagnostics

    package init(_ ending: Ending, _ diagnostics: Diagnostics = Diagnostics()) {
        self.ending = ending
        self.diagnostics = diagnostics
    }
}

/// How a run ended.
package enum Ending: Equatable, Sendable {
    /// The quote is live or fresh.
    case quote(DeliveredQuote)
    case stale(DeliveredQuote, because: NoLiveQuote)
    case noQuote(because: NoLiveQuote, NoCachedQuote)
}

/// Why there is neither a live quote nor a fresh one.
package enum NoLiveQuote: Equatable, Sendable {
    case offline
    /// No source returned a quote; the reports say why.
    case failed
    case background(RefreshOutcome)
}

/// Why there is no cached quote to print either.
package enum NoCachedQuote: Equatable, Sendable {
    /// No quote is stored, or the cache cannot be read or is disabled.
    case noneStored
    /// The newest cached quote, which has this age, is older than `--max-stale` allows.
    case tooOld(Age)
    /// `--max-stale 0`
    case notAllowed
}

/// What became of the background refresh.
package enum RefreshOutcome: Equatable, Sendable {
    case started
    /// Another run is deciding at this moment whether one is due, and starts it.
    case leftToAnotherRun
    /// No refresh was started, since the last refresh, which was started that long ago, has stored no quote yet.
    case notDue(Age)
    /// Every source of the run is rate-limited; the reports say for how long.
    case rateLimited
    /// The time of the start cannot be stored. So the refresh was not started: its quote could not be stored either.
    case notStored(StoreError)
    /// The process could not be started; the reason is a clause.
    case notStarted(String)
}

/// What a run reports besides its ending. Whether the run has failed is decided by the ending alone.
package struct Diagnostics: Equatable, Sendable {
    /// The report of each source that was asked or skipped, that of the primary first.
    package var reports: [SourceReport] = []
    /// If a source is blocked, or possibly blocked: the name of a source of the same currency that takes no part in the run and
    /// is not rate-limited; nil if there is none.
    package var otherSource: String?
    /// Why the cache could not be read, or is disabled.
    package var cacheError: StoreError?
    /// Why the quote could not be stored.
    package var storeError: StoreError?
    /// Why a rate limit could not be stored.
    package var rateLimitError: StoreError?

    package init() {}
}
