/// What a command line asks for.
enum Invocation: Sendable {
    case help
    /// The options are those for `--verbose` and its time limit.
    case version(RunOptions)
    case completions(Shell)
    case run(RunOptions)
}

enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
