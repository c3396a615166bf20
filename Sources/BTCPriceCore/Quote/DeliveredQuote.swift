/// A quote as one run prints it.
package struct DeliveredQuote: Equatable, Sendable {
    package enum Freshness: Sendable {
        /// Fetched by this run.
        case live
        /// Cached, of a source of this run, and young enough or fetched since this run began: `CachePolicy.isFresh`.
        case fresh
        /// Cached, and not fresh.
        case stale
    }

    package let quote: PriceQuote
    let freshness: Freshness
    package let age: Age
    /// Whether its source takes no part in this run.
    package var isOfAnotherSource = false

    package var isCached: Bool { freshness != .live }
    package var isStale: Bool { freshness == .stale }
}
