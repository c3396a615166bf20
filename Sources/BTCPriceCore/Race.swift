/// Asks loaders side by side, and hands over what they report: the port that the decisions of a fetch are made over.
///
/// Loaders are named by their position in the order in which they are to be asked.
public protocol Race {
    /// How many loaders there are.
    var count: Int { get }

    /// The time since the run began.
    var now: Duration { get }

    /// Lets a loader go, once.
    mutating func ask(_ position: Int)

    /// The next report, or nil where none came until `moment`.
    mutating func nextReport(until moment: Duration) -> (position: Int, report: SourceReport)?

    /// The registry name of a loader's source.
    func source(_ position: Int) -> String
}
