/// 33, 66 and 126 upwards are not used: shells and i3blocks reserve them.
package enum ExitStatus: Int32, CaseIterable, Sendable {
    case success = 0
    case noQuote = 1
    case usage = 2
    case stale = 3
    /// Also for the texts of `--help`, `--version` and `--completions`.
    case notWritten = 4

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
