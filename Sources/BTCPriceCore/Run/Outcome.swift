/// How a run ends.
package enum Outcome: Equatable, Sendable {
    /// Live or fresh.
    case quote(DeliveredQuote)
    case stale(DeliveredQuote, because: NoFreshQuoteReason)
    case noQuote(because: NoFreshQuoteReason, NoCachedQuoteReason)

    /// The quote that is printed; nil if none is.
    package var delivered: DeliveredQuote? {
        switch self {
        case .quote(let quote), .stale(let quote, _): quote
        case .noQuote: nil
        }
    }

    /// Why there is neither a live quote nor a fresh one.
    package enum NoFreshQuoteReason: Equatable, Sendable {
        case offline
        /// No source was asked, or none returned a quote that may be printed; the reports say why.
        case failed
        case background(RefreshOutcome)
    }

    /// Why there is no cached quote to print either.
    package enum NoCachedQuoteReason: Equatable, Sendable {
        /// Nothing is stored, or the cache cannot be used.
        case noneStored
        /// The newest cached quote (with one source only: of that source) is older than `--max-stale` allows.
        case tooOld(Age)
        /// The user asked for one source only, which has no cached quote; this is the newest one of the others.
        case ofAnotherSource(String, Age)
        /// `--max-stale 0`
        case notAllowed
    }
}
