/// What a script can tell from the exit status. Hosts take 33, 66 and 126 up for signs of their own: never used here.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    case printed = 0
    case noQuote = 1
    case usage = 2
    case stale = 3
    case notWritten = 4

    /// For `--help` and the man page.
    public var meaning: String {
        switch self {
        case .printed: "a quote that a source just gave, or that --max-age allows"
        case .noQuote: "no quote: no source answered, no cached one may be printed"
        case .usage: "usage error: nothing was fetched or written"
        case .stale: "a stale quote: nothing better was to be had"
        case .notWritten: "the quote could not be written to standard output"
        }
    }
}
