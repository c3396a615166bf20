/// Lets the runs that find the cache too old fetch one after the other, so that one request serves all of them.
public protocol FetchTurns: Sendable {
    /// Whether another run is fetching at this moment.
    var isTaken: Bool { get }

    /// Waits for a turn until `moment`, counted from the beginning of the run, and holds it while `body` runs. `body`
    /// is told whether it was had; where turns cannot be taken, everybody has one.
    func withTurn<Result>(until moment: Duration, _ body: (_ isHad: Bool) -> Result) -> Result
}
