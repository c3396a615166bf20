/// A quote as one run delivers it. Formatters are told whether it is stale; they do not decide it.
public struct DeliveredQuote: Equatable, Sendable {
    /// The quote itself.
    public let quote: PriceQuote
    /// Whether an earlier run fetched it.
    public let isCached: Bool
    /// Whether it is older than the run asked for, and printed only because nothing better was to be had.
    public let isStale: Bool
    /// How old it is now.
    public let age: Age

    /// A quote, where it came from, and its age.
    public init(quote: PriceQuote, isCached: Bool, isStale: Bool, age: Age) {
        self.quote = quote
        self.isCached = isCached
        self.isStale = isStale
        self.age = age
    }
}
