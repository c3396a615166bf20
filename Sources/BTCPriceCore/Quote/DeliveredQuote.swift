/// A quote as one run prints it. Whether it is stale is decided before it is formatted.
package struct DeliveredQuote: Equatable, Sendable {
    package enum Freshness: Sendable {
        /// Fetched by this run.
        case live
        /// Cached, of one of the run's sources, not from the future, and younger than `--max-age` or, if that is not 0, fetched
        /// by another run since this run began.
        case fresh
        /// Cached, and not fresh.
        case stale
    }

    package let quote: PriceQuote
    package let freshness: Freshness
    package let age: Age

    package init(_ quote: PriceQuote, _ freshness: Freshness, age: Age = Age(.zero)) {
        self.quote = quote
        self.freshness = freshness
        self.age = age
    }

    package var isCached: Bool { freshness != .live }
    package var isStale: Bool { freshness == .stale }
}
