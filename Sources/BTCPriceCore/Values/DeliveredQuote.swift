/// A quote as one run delivers it. Whether it is stale is decided before it is formatted.
package struct DeliveredQuote: Equatable, Sendable {
    package let quote: PriceQuote
    /// Whether another run fetched it.
    package let isCached: Bool
    /// Whether it is cached and not fresh.
    package let isStale: Bool
    package let age: Age

    package init(quote: PriceQuote, isCached: Bool, isStale: Bool, age: Age) {
        self.quote = quote
        self.isCached = isCached
        self.isStale = isStale
        self.age = age
    }
}
