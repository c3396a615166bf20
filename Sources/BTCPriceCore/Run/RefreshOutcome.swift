/// What became of a background refresh that a run was to start.
package enum RefreshOutcome: Equatable, Sendable {
    case started
    /// Another run is deciding just now.
    case leftToAnotherRun
    /// The last one was started this long ago. When the cache was read, it had no later quote of this run's sources.
    case notDue(Age)
    /// No source may be asked; the reports say for how long.
    case rateLimited
    /// The refresh stamp could not be stored: without one, each run would start another refresh.
    case notStored(StoreError)
    /// The process did not start; the reason.
    case notStarted(String)
}
