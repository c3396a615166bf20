/// What an option, with its value, changes.
typealias Setting = @Sendable (inout RunOptions) -> Void
