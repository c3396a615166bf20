/// How a run ends.
package enum Outcome: Equatable, Sendable {
    /// Live or fresh.
    case quote(DeliveredQuote)
    case stale(DeliveredQuote, because: NoFreshQuote)
    case noQuote(because: NoFreshQuote, NoCachedQuote)

    /// What is printed; nil: nothing.
    package var delivered: DeliveredQuote? {
        switch self {
        case .quote(let quote), .stale(let quote, _): quote
        case .noQuote: nil
        }
    }
}

/// Why there is neither a live quote nor a fresh one.
package enum NoFreshQuote: Equatable, Sendable {
    case offline
    /// No source returned one; the reports say why.
    case failed
    case background(RefreshOutcome)
}

/// Why there is no cached quote to print either.
package enum NoCachedQuote: Equatable, Sendable {
    /// Nothing is stored, or the cache cannot be used.
    case noneStored
    /// The newest cached quote (with one source only: of that source) is older than `--max-stale` allows.
    case tooOld(Age)
    /// The user asked for one source only, and this is the newest quote of the others.
    case ofAnotherSource(String, Age)
    /// `--max-stale 0`
    case notAllowed
}

package enum RefreshOutcome: Equatable, Sendable {
    case started
    /// Another run is deciding just now.
    case leftToAnotherRun
    /// The last one, started that long ago, has stored no quote yet.
    case notDue(Age)
    /// No source may be asked; the reports say for how long.
    case rateLimited
    /// The refresh stamp could not be stored: without one, each run would start another refresh.
    case notStored(StoreError)
    /// The process did not start; the reason.
    case notStarted(String)
}
