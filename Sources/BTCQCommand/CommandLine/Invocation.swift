/// What a command line asks for.
enum Invocation: Equatable, Sendable {
    case help
    case version
    case completions(Shell)
    /// A quote.
    case run
}

enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
