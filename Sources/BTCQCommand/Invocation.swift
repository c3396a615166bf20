import BTCPriceComposer

/// What a command line asks for.
enum Invocation: Sendable {
    /// `--help`.
    case help
    /// `--version`.
    case version
    /// `--completions`.
    case completions(Shell)
    /// A quote.
    case run(Request)
}
