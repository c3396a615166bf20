/// What an option, with its value, has been understood as.
enum Setting: Sendable {
    /// Changes how a run gets its quote or prints it.
    case change(@Sendable (inout RunOptions) -> Void)
    /// Does something else than a run.
    case instead(Invocation)
}
