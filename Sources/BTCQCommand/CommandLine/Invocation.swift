/// What a command line asks for.
enum Invocation: Sendable {
    case help
    /// `isVerbose`: with what a bug report needs.
    case version(isVerbose: Bool)
    case completions(Shell)
    case run(RunOptions)
}

enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
