public import BTCPriceCore

/// What happens during a run that a user may want to hear of.
public enum RunEvent: Sendable {
    /// A source answered, or failed.
    case source(SourceReport)
    /// The cache could not be used or updated.
    case cache(FetchLatestPrice.CacheProblem)
}
