/// Asks one source for the price.
package protocol PriceLoader: Sendable {
    var source: SourceID { get }

    /// Blocks until there is a result; an error is part of the report.
    func load() -> SourceReport
}
