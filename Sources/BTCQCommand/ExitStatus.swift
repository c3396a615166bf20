/// What a script can tell from the exit status. Hosts take 33, 66 and 126 up for signs of their own: never used here.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    /// What was asked for was printed.
    case printed = 0
    /// There is no quote to print.
    case noQuote = 1
    /// The command line or the environment is wrong.
    case usage = 2
    /// A stale quote was printed.
    case stale = 3
    /// There was a quote, but it could not be written.
    case notWritten = 4

    /// For `--help` and the man page.
    public var meaning: String {
        switch self {
        case .printed: "a quote that a source just gave, or --max-age or --stale-ok allows"
        case .noQuote: "no quote: no source answered, no cached one may be printed"
        case .usage: "usage error: nothing was fetched or written"
        case .stale: "a stale quote: nothing better was to be had"
        case .notWritten: "the quote could not be written to standard output"
        }
    }
}
