/// Runs loaders side by side. Those still running when the race is over are abandoned. Times count from the beginning
/// of the run.
///
/// A protocol, so that `FetchWithFallback` can be tested without threads.
package protocol Race: AnyObject {
    var now: Duration { get }

    /// Prepares to run `count` loaders; called once, before the first start.
    func prepare(for count: Int)

    /// - Parameter position: what `nextReport` returns with the loader's report. Need not be consecutive: that of a
    ///   source with a rate limit is left out.
    func start(_ loader: any PriceLoader, at position: Int)

    /// The next report with the position of its loader, or nil if none comes by `deadline`. After the deadline, still
    /// returns a report that has come already.
    func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)?
}
