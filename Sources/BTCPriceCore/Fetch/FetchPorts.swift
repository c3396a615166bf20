/// Asks one source for the price.
package protocol PriceLoader: Sendable {
    var source: SourceID { get }

    /// Blocks until there is a result; an error is part of the report.
    func load() -> SourceReport
}

/// Runs loaders side by side and returns their reports. It is a protocol so that `FetchWithFallback` can be tested without
/// threads. Loaders that are still running when the race is released are abandoned.
///
/// Times count from the beginning of the run.
package protocol Race: AnyObject {
    var now: Duration { get }

    /// Starts the loader of a source. It must not be called twice for the same source.
    func start(_ source: SourceID)

    /// The next report, or nil if none has come by `deadline`. After the deadline, it returns a report that has come already,
    /// without waiting.
    func nextReport(until deadline: Duration) -> SourceReport?
}
