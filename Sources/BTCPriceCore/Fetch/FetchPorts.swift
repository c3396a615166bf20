/// Asks one source for the price.
package protocol PriceLoader: Sendable {
    var endpoint: Endpoint { get }

    /// What is known of the request before it is made.
    var request: TransferDetails { get }

    /// Blocks until there is a result. An error is part of the report.
    func load() -> SourceReport
}

/// Runs loaders side by side. Those still running when the race is released are abandoned. Times count from the beginning
/// of the run.
///
/// A protocol, so that `FetchWithFallback` can be tested without threads.
package protocol Race: AnyObject {
    var now: Duration { get }

    /// Must not be called twice for the same endpoint.
    ///
    /// - Returns: what is known of the request, in case it is abandoned.
    func start(_ endpoint: Endpoint) -> TransferDetails

    /// The next report, or nil if none comes by `deadline`. After the deadline, still returns a report that has come
    /// already.
    func nextReport(until deadline: Duration) -> SourceReport?
}
