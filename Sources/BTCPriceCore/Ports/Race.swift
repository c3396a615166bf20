/// Runs loaders side by side and returns their reports. It is a protocol so that `FetchWithFallback` can be tested without
/// threads. Loaders that are still running when it is released are abandoned.
///
/// Loaders are identified by their position in the order in which they are to be asked. Times count from the beginning of
/// the run.
package protocol Race: AnyObject {
    /// The number of loaders.
    var count: Int { get }

    var now: Duration { get }

    /// Starts a loader. It must not be called twice for the same position.
    func start(_ position: Int)

    /// The next report, or nil if none has come by `deadline`. After the deadline, it returns a report that has come already,
    /// without waiting.
    func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)?

    /// The registry name of a loader's source.
    func sourceName(_ position: Int) -> String
}
