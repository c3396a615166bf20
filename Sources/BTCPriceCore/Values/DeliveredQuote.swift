/// A quote as one run delivers it. Formatters receive its staleness; they do not decide it.
package struct DeliveredQuote: Equatable, Sendable {
    package let quote: PriceQuote
    /// Whether an earlier run fetched it.
    package let isCached: Bool
    package let isStale: Bool
    package let age: Age

    package init(quote: PriceQuote, isCached: Bool, isStale: Bool, age: Age) {
        self.quote = quote
        self.isCached = isCached
        self.isStale = isStale
        self.age = age
    }
}
