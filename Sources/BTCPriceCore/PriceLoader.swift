/// Asks one source for the price, once.
public protocol PriceLoader: Sendable {
    /// The registry name of the source that is asked.
    var source: String { get }

    /// The quote the source gave, or why it gave none. Suspends; never blocks the thread it was called on.
    func load() async throws(PriceLoadingError) -> PriceQuote
}
