/// Runs loaders side by side and returns their reports, so that the decisions of a fetch can be tested without threads.
///
/// Loaders are identified by their position in the order in which they are to be asked. Times count from the beginning of
/// the run.
package protocol Race: AnyObject {
    /// The number of loaders.
    var count: Int { get }

    var now: Duration { get }

    /// Starts a loader, at most once.
    func start(_ position: Int)

    /// The next report, or nil if none has come by `deadline`.
    func nextReport(until deadline: Duration) -> (position: Int, report: SourceReport)?

    /// The registry name of a loader's source.
    func source(_ position: Int) -> String
}
