/// Asks one source for the price, once.
public protocol PriceLoader: Sendable {
    /// The registry name of the source that is asked.
    var source: String { get }

    /// Asks, and says how it went. Blocks until it knows, so it is called on a thread that may wait.
    func load() -> SourceReport
}
