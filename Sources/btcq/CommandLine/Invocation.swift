/// What the program is to do.
enum Invocation: Equatable, Sendable {
    case help
    case version
    case completions(Shell)
    /// Print a quote: none of the others.
    case run
}
