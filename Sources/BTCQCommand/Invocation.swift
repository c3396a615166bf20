public import BTCPriceComposer

/// What a command line asks for.
public enum Invocation: Equatable, Sendable {
    /// `--help`.
    case help
    /// `--version`.
    case version
    /// A quote.
    case run(Request)
}
