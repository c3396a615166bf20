/// Asks one source for the price.
package protocol PriceLoader: Sendable {
    var endpoint: Endpoint { get }

    /// What is known of the request before it is made.
    var request: TransferDetails { get }

    /// Blocks until there is a result; an error is part of the report.
    func load() -> SourceReport
}

/// Runs loaders side by side and returns their reports. It is a protocol so that `FetchWithFallback` can be tested without
/// threads. Loaders that are still running when the race is released are abandoned.
///
/// Times count from the beginning of the run.
package protocol Race: AnyObject {
    var now: Duration { get }

    /// Starts the loader of an endpoint. It must not be called twice for the same one.
    ///
    /// - Returns: what is known of the request before it is made, for the report of a loader that is abandoned.
    func start(_ endpoint: Endpoint) -> TransferDetails

    /// The next report, or nil if none has come by `deadline`. After the deadline, it returns a report that has come already,
    /// without waiting.
    func nextReport(until deadline: Duration) -> SourceReport?
}
