import BTCPriceCore

/// How a run ended, for whoever started it. None is 33, 66 or more than 125, which mean something to i3blocks and to
/// shells.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    case success = 0
    case noQuote = 1
    case usage = 2
    case stale = 3
    /// Also for the texts of `--help`, `--version` and `--completions`.
    case notWritten = 4

    /// - Parameter staleIsSuccess: by `--stale-ok`, or by the format (`QuoteFormatter.impliesStaleOK`).
    init(_ outcome: Outcome, staleIsSuccess: Bool) {
        self =
            switch outcome {
            case .quote: .success
            case .stale: staleIsSuccess ? .success : .stale
            case .noQuote: .noQuote
            }
    }

    /// A description for `--help`.
    var summary: String {
        switch self {
        case .success: "live or fresh quote"
        case .noQuote: "no quote"
        case .usage: "usage error"
        case .stale: "stale quote"
        case .notWritten: "quote not written"
        }
    }
}
