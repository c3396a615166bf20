/// One option as it was given, with its value: what it changes in the options of the run.
typealias Setting = @Sendable (inout RunOptions) -> Void
