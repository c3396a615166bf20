import Foundation
import StubExchange
import TestSupport

/// Two events that a run sees at the same time.
enum Race: String, CaseIterable {
    case responses = "both respond at once"
    case failures = "both fail at once"
    case deadline = "the deadline and the responses at once"

    /// The statuses with which such a run may end.
    private var statuses: [Int32] {
        switch self {
        case .responses: [0]
        case .failures: [1]
        case .deadline: [0, 1, 3]
        }
    }

    /// The route of both sources. Each run has its own barrier.
    func route(_ index: Int) -> String {
        switch self {
        case .responses: "barrier-2/\(index)"
        case .failures: "barrier-fail-2/\(index)"
        case .deadline: "slow-\(index % 5)"
        }
    }

    /// - Parameter edge: about how many milliseconds a run with a response takes.
    func arguments(_ index: Int, edge: Double) -> [String] {
        // A barrier opens only once both sources have been asked.
        guard self == .deadline else { return ["--timeout", "1ms", "--max-time", "30s"] }
        let maxTime = edge * (0.8 + 0.05 * Double(index % 9))
        let timeout = maxTime * (0.1 + 0.1 * Double(index % 7))
        // The program accepts no less than a millisecond.
        return ["--timeout=\(Int(max(1, timeout.rounded())))ms", "--max-time=\(Int(max(1, maxTime.rounded())))ms"]
    }

    /// A description of how a run ended, and whether that is allowed.
    func judge(_ result: RunResult) -> (text: String, isAllowed: Bool) {
        guard let status = result.status else { return ("\(result.end.ending)", false) }
        if result.errors.contains("Sanitizer") { return ("a sanitizer's report", false) }
        let isComplete = status == 1 ? result.output.isEmpty : result.text.count > 1 && result.text.hasSuffix("\n")
        let text = isComplete ? "status \(status)" : "status \(status), printing \(result.text.debugDescription)"
        return (text, isComplete && statuses.contains(status))
    }
}
