/// Asks one source for the price once.
package protocol PriceLoader: Sendable {
    /// The registry name of the source.
    var source: String { get }

    /// Blocks until there is a result; an error is part of the report.
    func load() -> SourceReport
}
